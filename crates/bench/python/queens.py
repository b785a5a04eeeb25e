"""N queens."""

import random


def constraint_all():
    import constraint

    return all_by(constraint)


def goalward_all():
    import goalward.constraint

    return all_by(goalward.constraint)


def all_by(module):
    """All solutions of eight queens with python-constraint's calls."""

    def count():
        problem = module.Problem()
        columns = range(8)
        problem.addVariables(columns, range(8))
        problem.addConstraint(module.AllDifferentConstraint(), columns)
        for a in columns:
            for b in range(a + 1, 8):
                problem.addConstraint(lambda x, y, d=b - a: abs(x - y) != d, (a, b))
        return len(problem.getSolutions()), 0

    return count


def ortools_all():
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.count = 0

        def on_solution_callback(self):
            self.count += 1

    def count():
        model = cp_model.CpModel()
        rows = [model.new_int_var(0, 7, "") for _ in range(8)]
        model.add_all_different(rows)
        model.add_all_different(row + i for i, row in enumerate(rows))
        model.add_all_different(row - i for i, row in enumerate(rows))
        solver, counter = cp_model.CpSolver(), Counter()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, counter)
        return counter.count, 0

    return count


def simanneal_steps():
    from simanneal import Annealer

    n, steps = 100, 20_000

    class Queens(Annealer):
        """Rows by column, then what stands on each diagonal of either kind, in one list: a
        move tells what it changes, and a copy takes all of it back."""

        copy_strategy = "slice"

        def __init__(self):
            super().__init__(list(range(n)) + [0] * (4 * n))
            for column in range(n):
                self.place(column)

        def diagonals(self, column):
            row = self.state[column]
            return n + row + column, 4 * n + row - column

        def place(self, column):
            change = 0
            for line in self.diagonals(column):
                change += self.state[line]
                self.state[line] += 1
            return change

        def lift(self, column):
            change = 0
            for line in self.diagonals(column):
                self.state[line] -= 1
                change -= self.state[line]
            return change

        def move(self):
            a, b = random.randrange(n), random.randrange(n)
            if a == b:
                return 0
            change = self.lift(a) + self.lift(b)
            self.state[a], self.state[b] = self.state[b], self.state[a]
            return change + self.place(a) + self.place(b)

        def energy(self):
            return sum(count * (count - 1) // 2 for count in self.state[n:])

        def update(self, *_args, **_kwargs):
            pass

    def anneal():
        annealer = Queens()
        annealer.Tmax, annealer.Tmin, annealer.steps = 1.0, 0.9, steps
        annealer.anneal()
        annealer.state = annealer.best_state
        assert annealer.energy() == annealer.best_energy
        return 0, steps

    return anneal
