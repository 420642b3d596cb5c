from resources.domains.code_optimization.seeds.generating import words_suite


def model(words):
    limit = words[0]
    marks = [True] * limit
    for number in range(2, limit):
        if marks[number]:
            marks[number * number :: number] = [False] * len(marks[number * number :: number])
    return sum(marks[2:])


def tests():
    shown, held_back = [[10], [100]], [[0], [1], [2], [3], [4], [9], [26], [997], [998]]
    return words_suite(model, shown, held_back, (5, [20000]), limit=20000)
