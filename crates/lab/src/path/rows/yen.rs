//! Several plans, the cheapest first.

use crate::about::About;
use crate::path::PathDomain;
use crate::path::ways::ways;
use crate::registry::Method;

/// Yen's algorithm.
pub fn row<S: PathDomain>(space: &S) -> Method<'_> {
    ways(
        space,
        &About {
            name: "yen",
            title: "Yen's cheapest plans",
            doc: "The cheapest plans in order, none with a loop",
            does: "Finds a cheapest plan by A*. Then it finds, for each state on it, the \
                    cheapest plan that deviates there; the cheapest of all these is the next plan, \
                    and so on.",
            guarantees: "The plans are the cheapest ones that visit no state twice, in order, if h never \
                             overestimates.",
            costs: "One A* search for every state of every plan but the last.",
            pseudocode: &[
                "plans ← []; candidates ← [a cheapest plan]",
                "until there are enough plans or no candidates:",
                "  plan ← remove the cheapest of candidates; add it to plans",
                "  for each state of plan but the last:",
                "    prefix ← plan up to the state",
                "    forbid the states of prefix, and the actions that follow prefix",
                "      in the plans that begin with it",
                "    if A* finds a path from the state to the goal:",
                "      add prefix and the path to candidates",
                "return plans",
            ],
            lines: &[],
            frontier: false,
        },
    )
}
