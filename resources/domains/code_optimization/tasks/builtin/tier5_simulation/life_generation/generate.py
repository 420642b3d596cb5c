from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, draws, fold, many, words_suite

MOST = {"`rows`": MOST_WORDS - 1, "`columns`": MOST_WORDS - 1}


def model(words):
    columns = words[0] % 12 + 1 if words else 1
    rows = (len(words) - 1) // columns if words else 0
    if words and words[0] & 16:
        rows, columns = columns, rows
    cells = [word >> 7 & 1 for word in words[1 : rows * columns + 1]]

    def alive(row, column):
        return cells[row * columns + column] if 0 <= row < rows and 0 <= column < columns else 0

    def lives(row, column):
        around = sum(alive(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
        around -= alive(row, column)
        return int(around == 3 or (around == 2 and alive(row, column)))

    return fold(lives(row, column) for row in range(rows) for column in range(columns))


def tests():
    random = draws("life_generation")
    drawn = [[random.randrange(1 << 32) for _ in range(size)] for size in (5, 17, 50, 120)]
    return words_suite(
        model,
        [[2, 128, 128, 128, 0, 128, 0, 0, 128, 0], [1, 128, 128, 128, 128]],
        [[], [3], *drawn],
        (2, [11, *(random.randrange(1 << 32) for _ in range(900))]),
        large=[many("life_generation", 1500)],
        largest=[
            Largest(1602624553160646656, MOST_WORDS, (12, 2654435769)),
            Largest(17312404399171313664, MOST_WORDS, (24, 2654435769)),
            Largest(4835906511372568646, MOST_WORDS, (11, 2654435769)),
            Largest(18128895470440247135, MOST_WORDS, (23, 2654435769)),
        ],
    )
