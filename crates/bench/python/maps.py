"""Streets as a networkx graph, and a grid as a NumPy array."""

SIDE = 150
END = (SIDE - 1, SIDE - 1)


def streets():
    """A street's length depends on where it begins, as in python.rs."""
    import networkx

    graph = networkx.Graph()
    for x in range(SIDE):
        for y in range(SIDE):
            length = 1 + (7 * x + 13 * y) % 9
            if x + 1 < SIDE:
                graph.add_edge((x, y), (x + 1, y), weight=length)
            if y + 1 < SIDE:
                graph.add_edge((x, y), (x, y + 1), weight=length)
    return graph


def blocks(a, b):
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def networkx_streets():
    return by_networkx(blocks)


def networkx_blind():
    return by_networkx(None)


def by_networkx(heuristic):
    from networkx import astar_path_length

    graph = streets()
    return lambda: (astar_path_length(graph, (0, 0), END, heuristic), 0)


def streets_as_they_are():
    return by_goalward(blocks)


def blind_as_they_are():
    return by_goalward(None)


def by_goalward(heuristic):
    from goalward import astar_path_length

    graph = streets()
    return lambda: (astar_path_length(graph, (0, 0), END, heuristic), 0)


def first_streets():
    return first(blocks)


def first_blind():
    return first(None)


def first(heuristic):
    """What earlier searches learnt is discarded: the time of that is included."""
    from goalward import astar_path_length

    graph = streets()

    def search():
        graph.__networkx_cache__.clear()
        return astar_path_length(graph, (0, 0), END, heuristic), 0

    return search


def copied_streets():
    import goalward

    graph = goalward.graph(streets())
    return lambda: (graph.astar((0, 0), END).cost, 0)


def numpy_grid():
    """The grid of grid.rs, in thousandths of a step."""
    import goalward
    import numpy

    y, x = numpy.indices((400, 400))
    free = (31 * x * x + 17 * y * y + 7 * x * y + 3 * x + 5 * y) % 101 >= 26
    grid = goalward.grid(free, diagonal=True)
    ends = [(395, 395), (0, 399), (399, 0)]
    return lambda: (sum(round(1000 * grid.astar((1, 1), end).cost) for end in ends), 0)
