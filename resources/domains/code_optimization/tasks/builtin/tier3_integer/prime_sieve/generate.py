from resources.domains.code_optimization.tasks.rounds import Largest, words_suite

MOST = {"`limit`": 409600}


def model(words):
    limit = words[0]
    marks = bytearray(b"\1") * limit
    for number in range(2, limit):
        if marks[number]:
            marks[number * number :: number] = bytes(len(range(number * number, limit, number)))
    return sum(marks[2:])


def tests():
    shown, held_back = [[10], [100]], [[0], [1], [2], [3], [4], [9], [26], [997], [998], [65536], [122880]]
    return words_suite(model, shown, held_back, (5, [20000]), limit=20000, many=[[limit] for limit in range(600)], largest=[Largest(18360, 1, (204730,)), Largest(34579, 1, (MOST["`limit`"],))])
