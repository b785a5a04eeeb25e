//! Judging an assignment, or a state of a landscape.

use goalward::Limits;
use goalward_lab::{Conflict, Domain, Instance, RunError, Solution};

use super::{Judgement, Known, best_known};

pub(super) fn judge(
    mut judged: Judgement,
    domain: &'static Domain,
    instance: &dyn Instance,
    values: &Solution,
    limits: &Limits,
) -> Result<Judgement, RunError> {
    let conflict = instance.conflict(values);
    judged.legal = conflict.as_ref().map_or(values.len(), |conflict| conflict.at);
    let seen = match instance.check(values) {
        Ok(seen) => seen,
        Err(why) => {
            judged.legal = 0;
            return Ok(judged.wrong(why));
        }
    };
    judged.cost = seen.cost;
    if seen.solves {
        judged.correct = true;
        judged.summary = "Correct: no rule is broken.".into();
        judged.drawings.extend(seen.picture.map(|picture| (String::new(), picture)));
        return Ok(judged);
    }
    if let Some(Conflict { why, drawing, .. }) = conflict {
        let before = match judged.legal {
            0 => String::new(),
            1 => "; the value before is consistent".into(),
            legal => format!("; the {legal} values before are consistent"),
        };
        judged.drawings.push(("up to there:".into(), drawing));
        return Ok(judged.wrong(format!("{why}{before}")));
    }
    judged.drawings.extend(seen.picture.map(|picture| (String::new(), picture)));
    let Some(cost) = seen.cost else {
        return Ok(judged.wrong("it is not a solution"));
    };
    // If the least cost is not known, it is compared with the best that is found here.
    Ok(match best_known(domain, instance, limits)? {
        Known::Solution { cost: Some(least), .. } if !cost.agrees(least) => {
            judged.least = Some(least);
            judged.wrong(format!("it costs {cost}, but a solution costs {least}"))
        }
        _ => {
            judged.correct = true;
            judged.summary = format!("Legal: it costs {cost}. It is not known to be optimal.");
            judged
        }
    })
}
