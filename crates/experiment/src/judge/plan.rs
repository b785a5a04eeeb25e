//! Judging a plan.

use goalward::Limits;
use goalward_lab::{Domain, Instance, RunError, Solution};

use super::{Judgement, Known, best_known};

pub(super) fn judge(
    mut judged: Judgement,
    domain: &'static Domain,
    instance: &dyn Instance,
    plan: &Solution,
    limits: &Limits,
) -> Result<Judgement, RunError> {
    let words = plan.words();
    let first = |count: usize| instance.check(&Solution::Words(words[..count].to_vec()));
    // Every plan is legal up to some step and illegal beyond it.
    judged.legal = legal_steps(words.len(), |count| first(count).is_ok());
    let seen = first(judged.legal);
    let seen = seen.map_err(|why| RunError::Check { method: "the empty plan".into(), why })?;
    let steps = |count: usize| if count == 1 { "1 step".into() } else { format!("{count} steps") };
    let last = seen.boards.last().or(seen.end.as_ref());
    let at_last = |title: String| (title, last.cloned().unwrap_or_default());
    if judged.legal < words.len() {
        let (number, step) = (judged.legal + 1, &words[judged.legal]);
        let why = first(number).err().unwrap_or_default();
        let step: String = step.chars().take(40).collect();
        let before = match judged.legal {
            0 => "at the start".into(),
            legal => format!("after {}", steps(legal)),
        };
        judged.drawings.push(at_last(format!("{before}, where `{step}` is wrong:")));
        let fault = format!("step {number} of {}, `{step}`, is not legal: {why}", words.len());
        return Ok(judged.wrong(fault));
    }
    judged.cost = seen.cost;
    let all = steps(words.len());
    if !seen.solves {
        judged.drawings.push(at_last(format!("after {all}:")));
        return Ok(judged.wrong(match words.len() {
            0 => "the plan is empty, but the start is not the goal".into(),
            1 => "the step is legal, but it does not reach the goal".to_string(),
            _ => format!("all {all} are legal, but they do not reach the goal"),
        }));
    }
    judged.correct = true;
    let cost = seen.cost.map_or(String::new(), |cost| format!(", cost {cost}"));
    let (least, method, stop) = match best_known(domain, instance, limits)? {
        Known::Solution { cost, optimal: true, method } => (cost, method, None),
        Known::Unknown(stop) => (None, String::new(), stop),
        _ => (None, String::new(), None),
    };
    (judged.least, judged.stop) = (least, stop);
    judged.optimal = seen.cost.zip(least).map(|(cost, least)| cost.agrees(least));
    if let (Some(cost), Some(least)) = (seen.cost, least)
        && cost < least
        && judged.optimal == Some(false)
    {
        let why = format!("the given plan costs {cost}, less than its {least}");
        return Err(RunError::Check { method, why });
    }
    judged.summary = match (judged.optimal, least) {
        (Some(true), _) => format!("Correct and optimal: {all}{cost}."),
        (Some(false), Some(least)) => {
            format!("Correct, but not optimal: {all}{cost}; the least cost is {least}.")
        }
        _ => {
            let why = stop.map_or("", |stop| stop.words());
            let why = if why.is_empty() { String::new() } else { format!(": stopped {why}") };
            format!("Correct: {all}{cost}. It is not known to be optimal{why}.")
        }
    };
    Ok(judged)
}

/// The largest number of steps that are legal from the beginning.
fn legal_steps(all: usize, is_legal: impl Fn(usize) -> bool) -> usize {
    if is_legal(all) {
        return all;
    }
    let (mut legal, mut illegal) = (0, all);
    while illegal - legal > 1 {
        let middle = legal + (illegal - legal) / 2;
        if is_legal(middle) { legal = middle } else { illegal = middle }
    }
    legal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_illegal_step_is_found() {
        for all in 1..20 {
            for legal in 0..=all {
                assert_eq!(legal_steps(all, |count| count <= legal), legal);
            }
        }
    }
}
