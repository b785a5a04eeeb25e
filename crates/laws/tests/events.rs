//! The events that an observer receives.

use std::ops::ControlFlow;

use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, DepthFirst, Dps, Event, Fate, IdaStar,
    IterativeDeepening, Nbs, PathSearch, Rbfs,
};
use goalward::space::from_fn;
use goalward::{Blind, Limits, Observer, Outcome, Reversible, StateSpace};

/// A line of cells: from 0 to 12, by steps of one either way.
struct Line;

impl StateSpace for Line {
    type State = i32;
    type Action = i32;
    type Cost = u32;

    fn start(&self) -> i32 {
        0
    }

    fn is_goal(&self, at: &i32) -> bool {
        *at == 12
    }

    fn actions(&self, _: &i32) -> impl Iterator<Item = i32> {
        [-1, 1].into_iter()
    }

    fn apply(&self, at: &i32, step: &i32) -> i32 {
        at + step
    }

    fn cancels(&self, first: &i32, second: &i32) -> bool {
        first + second == 0
    }
}

impl Reversible for Line {
    fn goals(&self) -> impl Iterator<Item = i32> {
        [12].into_iter()
    }

    fn predecessors(&self, at: &i32) -> impl Iterator<Item = (i32, i32)> {
        let at = *at;
        [-1, 1].into_iter().map(move |step| (at - step, step))
    }
}

#[derive(Default)]
struct Counts {
    expanded: u64,
    generated: u64,
    goals: u64,
}

impl Observer<Event<'_, i32>> for Counts {
    fn on(&mut self, event: Event<'_, i32>) -> ControlFlow<()> {
        match event {
            Event::Expand { .. } => self.expanded += 1,
            Event::Generate { .. } => self.generated += 1,
            Event::Goal { .. } => self.goals += 1,
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn every_expansion_and_every_successor_is_told_and_the_goal_once() {
    fn check<T>(name: &str, search: impl Fn(&mut Counts) -> Outcome<T>) {
        let mut counts = Counts::default();
        let outcome = search(&mut counts);
        assert!(outcome.solution().is_some(), "{name}");
        assert_eq!(counts.expanded, outcome.stats.expanded, "{name}");
        assert_eq!(counts.generated, outcome.stats.generated, "{name}");
        assert_eq!(counts.goals, 1, "{name}");
    }
    let h = |at: &i32| at.abs_diff(12);
    let limits = Limits::default();
    check("astar", |o| BestFirst::a_star().search(&Line, &h, &limits, o));
    check("greedy", |o| BestFirst::greedy().search(&Line, &h, &limits, o));
    check("idastar", |o| IdaStar::default().search(&Line, &h, &limits, o));
    check("bfs", |o| BreadthFirst::default().search(&Line, &h, &limits, o));
    check("ids", |o| IterativeDeepening::default().search(&Line, &h, &limits, o));
    check("dfs", |o| {
        DepthFirst { depth: 12, ..DepthFirst::default() }.search(&Line, &h, &limits, o)
    });
    check("beam", |o| Beam { width: 3, ..Beam::default() }.search(&Line, &h, &limits, o));
    check("rbfs", |o| Rbfs::default().search(&Line, &h, &limits, o));
    check("ie", |o| Rbfs { nodes: 10, ..Rbfs::default() }.search(&Line, &h, &limits, o));
    check("anytime", |o| Anytime::default().search(&Line, &h, &limits, o));
    check("dps", |o| Dps::default().search(&Line, &h, &limits, o));
    check("nbs", |o| Nbs::<Blind>::default().search(&Line, &h, &limits, o));
    check("bidirectional", |o| Bidirectional::default().search(&Line, &Blind, &limits, o));
}

#[test]
fn bounds_rise_and_improvements_approach() {
    let h = |at: &i32| at.abs_diff(12) / 2;
    let (mut bounds, mut nearest) = (Vec::new(), Vec::new());
    let mut watch = |event: Event<'_, i32>| match event {
        Event::Bound(bound) => bounds.push(bound),
        Event::Improve { h, .. } => nearest.push(h),
        _ => {}
    };
    IdaStar::default().search(&Line, &h, &Limits::default(), &mut watch);
    assert_eq!(bounds, [6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(nearest, [5, 4, 3, 2, 1, 0]);
}

#[test]
fn fates_tell_new_known_and_cheaper_apart() {
    let roads = from_fn(
        'a',
        |&town| match town {
            'a' => vec![('b', 1), ('c', 5)],
            'b' => vec![('c', 1), ('a', 1)],
            'c' => vec![('d', 1)],
            _ => vec![],
        },
        |&town| town == 'd',
    );
    let mut fates = Vec::new();
    let mut watch = |event: Event<'_, char>| {
        if let Event::Generate { state, fate, .. } = event {
            fates.push((*state, fate));
        }
    };
    BestFirst::uniform_cost().search(&roads, &Blind, &Limits::default(), &mut watch);
    let told = [
        ('b', Fate::New),
        ('c', Fate::New),
        ('c', Fate::Cheaper),
        ('a', Fate::Known),
        ('d', Fate::New),
    ];
    assert_eq!(fates, told);
}
