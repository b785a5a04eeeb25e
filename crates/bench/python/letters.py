"""SEND + MORE = MONEY, with python-constraint's calls."""


def constraint_letters():
    import constraint

    return letters_by(constraint)


def goalward_letters():
    import goalward.constraint

    return letters_by(goalward.constraint)


def letters_by(module):
    def adds_up(s, e, n, d, m, o, r, y):
        send = 1000 * s + 100 * e + 10 * n + d
        more = 1000 * m + 100 * o + 10 * r + e
        return send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y

    def count():
        problem = module.Problem()
        problem.addVariables("SM", range(1, 10))
        problem.addVariables("ENDORY", range(10))
        problem.addConstraint(module.AllDifferentConstraint())
        problem.addConstraint(adds_up, "SENDMORY")
        return len(problem.getSolutions()), 0

    return count
