//! Judging a move in a game against perfect play.

use goalward::Limits;
use goalward_lab::game::{Match, MoveWorth};
use goalward_lab::path::pieces;
use goalward_lab::{Limit, Solution};

use super::Judgement;

pub(super) fn judge(
    mut judged: Judgement,
    mut contest: Box<dyn Match>,
    answer: &str,
    limits: &Limits,
) -> Judgement {
    let board = (String::new(), contest.drawing());
    if let Some(over) = contest.over() {
        return judged.wrong(format!("the game is over: {over}"));
    }
    let words = pieces(answer);
    let [word] = &words[..] else {
        judged.drawings.push(board);
        return judged.wrong(format!("give one move, not {}", words.len()));
    };
    let worths = contest.worths(limits);
    let mv = match contest.play(word) {
        Ok(mv) => mv,
        Err(why) => {
            judged.drawings.push(board);
            return judged.wrong(why);
        }
    };
    judged.legal = 1;
    judged.answer = Some(Solution::Words(vec![mv.clone()]));
    judged.drawings.push((format!("after {mv}:"), contest.drawing()));
    let Some(worths) = worths else {
        let cancelled = limits.monitor.as_ref().is_some_and(|monitor| monitor.is_cancelled());
        let stop = match (cancelled, limits.nodes) {
            (true, _) => Limit::Cancelled,
            (false, Some(_)) => Limit::Nodes,
            (false, None) => Limit::Time,
        };
        judged.stop = Some(stop);
        let why = stop.words();
        judged.summary = format!("Legal: {mv}. Its value is not known: stopped {why}.");
        return judged;
    };
    let most = worths.iter().map(|worth| worth.score).max().unwrap_or(0);
    let best: Vec<&MoveWorth> = worths.iter().filter(|worth| worth.score == most).collect();
    let made = worths.iter().find(|worth| worth.mv == mv);
    let made = made.expect("a move that can be made was rated");
    judged.value = Some(made.score.into());
    judged.best = best.iter().map(|worth| worth.mv.clone()).collect();
    judged.optimal = Some(made.score == most);
    judged.correct = made.score.signum() == most.signum();
    let named = |worths: &[&MoveWorth]| {
        let names: Vec<&str> = worths.iter().map(|worth| worth.mv.as_str()).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => (*one).into(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        }
    };
    let better = match best.as_slice() {
        [one] => format!("{} {}", one.mv, one.words),
        all => format!("the best moves are {}: each {}", named(all), all[0].words),
    };
    let words = &made.words;
    if judged.optimal == Some(true) {
        judged.summary = format!("Correct and optimal: {mv} {words}, and no move is better.");
    } else if judged.correct {
        judged.summary = format!("Correct, but not optimal: {mv} {words}; {better}.");
    } else {
        judged = judged.wrong(format!("{mv} {words}; {better}"));
    }
    judged
}
