"""Backtracking with the fewest remaining values first, for coloring.toml."""

import sys

COLORS = 3


def read(text):
    """The neighbours of each vertex."""
    neighbours = []
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["p"]:
            neighbours = [set() for _ in range(int(words[2]))]
        elif words[:1] == ["e"]:
            u, v = int(words[1]) - 1, int(words[2]) - 1
            neighbours[u].add(v)
            neighbours[v].add(u)
    return neighbours


def color(neighbours, colors):
    """Completes a partial colouring in place; whether it can be completed."""
    open_vertices = [v for v, c in enumerate(colors) if c is None]
    if not open_vertices:
        return True

    def allowed(v):
        return [c for c in range(1, COLORS + 1) if all(colors[n] != c for n in neighbours[v])]

    vertex = min(open_vertices, key=lambda v: len(allowed(v)))
    for c in allowed(vertex):
        colors[vertex] = c
        if color(neighbours, colors):
            return True
        colors[vertex] = None
    return False


def main():
    neighbours = read(sys.stdin.read())
    colors = [None] * len(neighbours)
    print(*colors if color(neighbours, colors) else ["unsolvable"])


if __name__ == "__main__":
    main()
