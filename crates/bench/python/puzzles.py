"""The 8-puzzle and Sudoku."""

from instances import eight, sudokus

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
BESIDE = [
    [to for to in range(9) if abs(to // 3 - at // 3) + abs(to % 3 - at % 3) == 1]
    for at in range(9)
]
DISTANCE = [
    [abs(at // 3 - home // 3) + abs(at % 3 - home % 3) for at in range(9)]
    for home in (GOAL.index(tile) for tile in range(9))
]


def moved(board, to):
    """The board with the tile at `to` slid into the blank."""
    cells = list(board)
    blank = board.index(0)
    cells[blank], cells[to] = cells[to], 0
    return tuple(cells)


def manhattan(board):
    return sum(DISTANCE[tile][at] for at, tile in enumerate(board) if tile)


def aima_problem():
    """The 8-puzzle as aima's users write it."""
    from aima3.search import Problem

    class Eight(Problem):
        def actions(self, board):
            return BESIDE[board.index(0)]

        def result(self, board, to):
            return moved(board, to)

        def h(self, node):
            return manhattan(node.state)

    return Eight


def aima_a_star():
    from aima3.search import astar_search

    problem, boards = aima_problem(), eight(3)
    return lambda: (sum(astar_search(problem(board, GOAL)).path_cost for board in boards), 0)


def goalward_a_star():
    """The same problem, as it is."""
    import goalward

    problem, boards = aima_problem(), eight(3)
    return lambda: (sum(goalward.astar(problem(board, GOAL)).path_cost for board in boards), 0)


def simpleai_problem():
    """The 8-puzzle as simpleai's users write it."""
    from simpleai.search import SearchProblem

    class Eight(SearchProblem):
        def actions(self, board):
            return BESIDE[board.index(0)]

        def result(self, board, to):
            return moved(board, to)

        def is_goal(self, board):
            return board == GOAL

        def cost(self, board, to, after):
            return 1

        def heuristic(self, board):
            return manhattan(board)

    return Eight


def simpleai_a_star():
    from simpleai.search import astar

    problem, boards = simpleai_problem(), eight(3)
    return lambda: (sum(astar(problem(board), graph_search=True).cost for board in boards), 0)


def goalward_simpleai():
    """The same problem, as it is."""
    import goalward

    problem, boards = simpleai_problem(), eight(3)
    return lambda: (sum(goalward.astar(problem(board)).cost for board in boards), 0)


def goalward_korf():
    """A built-in domain, by name."""
    import goalward

    board = goalward.domain("15-puzzle").instance("korf100:5")
    return lambda: (board.solve("idastar(manhattan)").cost, 0)


def ortools_sudoku():
    from ortools.sat.python import cp_model

    units = [[(row, column) for column in range(9)] for row in range(9)]
    units += [[(row, column) for row in range(9)] for column in range(9)]
    units += [
        [(top + row, left + column) for row in range(3) for column in range(3)]
        for top in (0, 3, 6)
        for left in (0, 3, 6)
    ]

    def first_row(line):
        model = cp_model.CpModel()
        cell = {
            (row, column): model.new_int_var(1, 9, "")
            for row in range(9)
            for column in range(9)
        }
        for unit in units:
            model.add_all_different(cell[place] for place in unit)
        for i, digit in enumerate(line):
            if digit != ".":
                model.add(cell[i // 9, i % 9] == int(digit))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return int("".join(str(solver.value(cell[0, column])) for column in range(9)))

    return lambda: (sum(first_row(line) for line in sudokus()), 0)
