from resources.domains.code_optimization.tasks.many import draws_of_many
from resources.domains.code_optimization.tasks.rounds import MOST_WORDS, Largest, draws, fold, many, words_suite

MOST = {"`rows`": MOST_WORDS - 1, "`columns`": MOST_WORDS - 1}


def model(words):
    wide = words and words[0] >> 28 == 15
    columns = words[0] % (MOST_WORDS if wide else 12) + 1 if words else 1
    rows = (len(words) - 1) // columns if words else 0
    if words and words[0] & 16 and not wide:
        rows, columns = columns, rows
    cells = [word >> 7 & 1 for word in words[1 : rows * columns + 1]]

    def alive(row, column):
        return cells[row * columns + column] if 0 <= row < rows and 0 <= column < columns else 0

    def lives(row, column):
        around = sum(alive(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
        around -= alive(row, column)
        return int(around == 3 or (around == 2 and alive(row, column)))

    return fold(lives(row, column) for row in range(rows) for column in range(columns))


def small_fields():
    """Of each size up to ten rows, and some that are wider than a vector, with few or many cells."""
    random = draws_of_many("life_generation")
    for columns in (*range(1, 11), 15, 16, 17, 31, 33, 64, 70):
        for rows in range(1, 11):
            lives = random.choice((1, 2, 3))
            cells = (128 * (random.randrange(4) < lives) for _ in range(rows * columns))
            yield [15 << 28 | columns - 1, *cells]


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
            Largest(4396242003117733548, MOST_WORDS, (15 << 28 | 361, 2654435769)),
            Largest(13838102065032410721, MOST_WORDS, (15 << 28 | 43689, 2654435769)),
            Largest(7676059381450107648, MOST_WORDS, (15 << 28 | 2, 2654435769)),
        ],
        many=[*small_fields()],
    )
