//! The arguments of comparisons and of their reports.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use goalward_experiment::{SweepError, Times, method_list};
use goalward_lab::{Spec, find_domain, units};

use super::values::{Places, cell, depths, how_many, places, repeats, seed};
use crate::settings::{DomainSettings, MAKERS, SETTINGS};
use crate::slurm::Slurm;

/// `goalward compare`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward compare 8-puzzle\n  \
    goalward compare 8-puzzle --runs 100 --walk 25 --export page.html --export runs.csv\n  \
    goalward compare 15-puzzle --set korf100 --methods \"idastar(linear-conflict)\" --time 2s\n  \
    goalward compare tiles \"8 0 6 5 4 7 2 3 1\" --methods \"wastar(manhattan, weight=0|1|1.5|2|5|10)\"\n  \
    goalward compare queens 20 --methods \"annealing(cooling=geometric|linear), min-conflicts\"\n  \
    goalward compare 8-puzzle --depths 2..24 --methods \"ids, astar(misplaced|manhattan)\"\n  \
    goalward compare 8-puzzle queens:8 sudoku --runs 20\n  \
    goalward compare connect4 --methods \"alpha-beta(depth=2|4|6)\" --jobs 2\n  \
    goalward compare 8-puzzle --runs 1000 --out DIR          run it again to continue\n  \
    goalward compare --resume DIR --shard 2/7                one of seven parts\n  \
    goalward compare 8-puzzle --runs 1000 --out DIR --slurm time=10:00 --wait\n\n\
    Every method gets the same instances. Cell K of the comparison is method K mod M on\n\
    instance K / M, where M is the number of methods; --cell K runs it alone.\n\
    In an array job, --shard array/N takes its index from SLURM_ARRAY_TASK_ID,\n\
    JOB_COMPLETION_INDEX or AWS_BATCH_JOB_ARRAY_INDEX.")]
pub struct Compare {
    /// The kind of problem: tiles, 8-puzzle, queens, sudoku, coloring …; several may
    /// be given with commas between them, or as "tiles(size=3x3|3x4)", and are compared one by one;
    /// queens:8 is a domain and its instance
    #[arg(required_unless_present = "resume")]
    pub domain: Option<DomainList>,
    /// One instance to compare on: text, @FILE, - for standard input, or SET:NUMBER; after it, or
    /// instead of it, more domains, such as sudoku or queens:8
    pub instance: Vec<String>,
    /// The methods, separated by commas; a|b stands for one method with a and one with b
    #[arg(short, long, alias = "method", value_name = "SPEC,SPEC…")]
    pub methods: Option<String>,
    /// Number of instances; for a single instance, number of runs, each with its own seed
    #[arg(long, value_name = "N", value_parser = how_many, allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Compare on a set that ships with the program, or on some of it, such as korf100:1..10,79;
    /// `goalward list` names the sets
    #[arg(long, value_name = "NAME", conflicts_with_all = [MAKERS, "instance", "file"])]
    pub set: Option<String>,
    /// Compare on the instances in this file, one per line
    #[arg(long, value_name = "FILE", conflicts_with_all = [MAKERS, "instance"])]
    pub file: Option<PathBuf>,
    /// Compare on random instances of each depth from A to B: --runs of each, by default 20
    #[arg(long, value_name = "A..B", value_parser = depths, conflicts_with_all = [MAKERS, "instance", "set", "file"])]
    pub depths: Option<(u64, u64)>,
    /// The random seed of all instances and runs: a number, or `random` to choose and print one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_hyphen_values = true)]
    pub seed: u64,
    /// Stop each run after this much processor time, such as 10s or 500ms
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Stop each run after this much wall-clock time, including what is built for its instance
    #[arg(long, value_name = "TIME", value_parser = units::duration, allow_hyphen_values = true)]
    pub wall: Option<Duration>,
    /// Time each run this many times; by default once, and up to five times if under a millisecond
    #[arg(long, value_name = "N", value_parser = repeats, allow_hyphen_values = true)]
    pub repeat: Option<u32>,
    /// Run each cell once more, to record and plot when it finds each cost
    #[arg(long)]
    pub profile: bool,
    /// Stop each run after expanding this many nodes; 100M unless a time is given
    #[arg(long, value_name = "COUNT", value_parser = units::count, allow_hyphen_values = true)]
    pub nodes: Option<u64>,
    /// Memory limit of each run; by default 2G
    #[arg(long, value_name = "BYTES", value_parser = units::bytes, allow_hyphen_values = true)]
    pub memory: Option<u64>,
    /// Continue the comparison in this folder
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["domain", "methods", "runs", "set", "file", "depths", SETTINGS, "seed", "time",
                              "wall", "repeat", "profile", "nodes", "memory", "out"]
    )]
    pub resume: Option<PathBuf>,
    /// Run only this cell, counted from 0, and print it in full
    #[arg(long, value_name = "K", value_parser = cell, allow_hyphen_values = true,
          conflicts_with_all = ["export", "jobs", "shard", "slurm", "plan_only"])]
    pub cell: Option<u64>,
    /// Draw every board on the path to the cell's solution
    #[arg(long, requires = "cell")]
    pub boards: bool,
    /// Run this many cells at once; with more than one, times vary more
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = units::jobs, allow_hyphen_values = true)]
    pub jobs: usize,
    /// Run each cell in its own process, whose memory and processor time the system limits
    #[arg(long, conflicts_with_all = ["cell", "slurm"])]
    pub isolate: bool,
    #[command(flatten)]
    pub place: Venue,
    #[command(flatten)]
    pub output: Output,
    #[command(flatten)]
    pub settings: DomainSettings,
}

/// One or several domains, as they are written.
#[derive(Clone, Debug)]
pub struct DomainList(pub Vec<(Spec, Option<String>)>);

impl FromStr for DomainList {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        if let Some((name, instance)) = text.split_once(':')
            && let Ok(domain) = name.parse::<Spec>()
            && find_domain(&domain).is_ok()
        {
            return Ok(DomainList(vec![(domain, Some(instance.into()))]));
        }
        let domains = method_list(text)?;
        Ok(DomainList(domains.into_iter().map(|domain| (domain, None)).collect()))
    }
}

/// Where a plan is carried out.
#[derive(Clone, Debug, Args)]
pub struct Venue {
    /// Keep all results in this folder; running the same command again does only what is missing
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write the plan into the folder and run nothing
    #[arg(long, requires = "out")]
    pub plan_only: bool,
    /// Add to a folder begun by another version, compiler or kind of machine; times stay separate
    #[arg(long)]
    pub mixed: bool,
    /// Do only part I of N, counted from 1; array/N takes I from the array job
    #[arg(long, value_name = "I/N", conflicts_with_all = ["json"])]
    pub shard: Option<String>,
    /// Run it as an array job on Slurm; settings such as partition=…,time=…,cells-per-task=…
    #[arg(long, value_name = "SETTINGS", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["shard", "plan_only"])]
    pub slurm: Option<Slurm>,
    /// Wait for the Slurm job, then show the results
    #[arg(long, requires = "slurm")]
    pub wait: bool,
}

/// `goalward report`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward report DIR\n  \
    goalward report DIR --export page.html --export runs.jsonl\n  \
    goalward report DIR --by instance --only-method \"astar*\" --only-instances 1..10\n  \
    goalward report OLD NEW                       side by side, or merged")]
pub struct Report {
    /// Folders made by --out; parts of one plan are merged, others are shown side by side
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Show only this method; a trailing * matches any ending; may be repeated
    #[arg(long, value_name = "SPEC")]
    pub only_method: Vec<String>,
    /// Show only these instances, counted from 1, such as 1..10,17
    #[arg(long, value_name = "A..B,C", value_parser = places)]
    pub only_instances: Option<Places>,
    /// Show only runs with this result; may be repeated
    #[arg(long, value_name = "ENDING")]
    pub only: Vec<Ended>,
    #[command(flatten)]
    pub output: Output,
}

/// What a comparison prints and writes.
#[derive(Clone, Debug, Default, Args)]
pub struct Output {
    /// Also write the results to this file, in the format of its extension; may be repeated
    #[arg(long, value_name = "FILE")]
    pub export: Vec<PathBuf>,
    /// Write each plot to its own file in this folder
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
    /// The file format of the plots
    #[arg(long, value_name = "KIND", default_value = "svg", requires = "plots")]
    pub plots_as: Drawn,
    /// Plot two methods against each other, one dot per instance, to the file `scatter` in the
    /// folder of --plots
    #[arg(long, value_name = "SPEC:SPEC", requires = "plots")]
    pub scatter: Option<String>,
    /// Print one JSON object for each run and nothing else
    #[arg(long)]
    pub json: bool,
    /// What each row of the table shows; by default a method, or with --depths a depth
    #[arg(long, value_name = "WHAT", conflicts_with = "json")]
    pub by: Option<By>,
    /// Show each method as a multiple of this one
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["json", "by"])]
    pub relative: Option<String>,
    /// Say what each column means
    #[arg(long, conflicts_with = "json")]
    pub legend: bool,
    /// Omit times, so that the output is always the same
    #[arg(long)]
    pub no_times: bool,
}

/// What kind of file a plot is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Drawn {
    #[default]
    /// For pages and editors
    Svg,
    /// For papers
    Pdf,
}

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// A method
    Method,
    /// A depth: nodes generated and the effective branching factor
    Depth,
    /// An instance
    Instance,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ended {
    /// Found a solution
    Solved,
    /// Proved to have no solution
    Unsolvable,
    /// Ended without a solution or a proof
    Stuck,
    /// Reached a limit
    Stopped,
    /// Ended with an internal error
    Failed,
}

impl Output {
    /// Whether times are shown.
    pub fn times(&self) -> Times {
        if self.no_times { Times::Hidden } else { Times::Shown }
    }
}
