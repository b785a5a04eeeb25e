//! Output that is generated from the same tables as the help: completions, manual pages and the
//! reference.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use goalward_lab::{
    About, COUNTED, Domain, Family, InputError, Spec, did_you_mean, domains, listed, open,
};

use crate::args::{Arguments, Completions, Man};
use crate::list;

/// `goalward completions`.
pub fn completions(completions: &Completions) -> Result<ExitCode> {
    let mut text = Vec::new();
    clap_complete::generate(completions.shell, &mut knowing(), "goalward", &mut text);
    std::io::stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The command line with the names of domains and methods as values to choose from.
fn knowing() -> Command {
    let names: Vec<&str> = domains().flat_map(Domain::names).collect();
    let games: Vec<&str> = domains().filter(|domain| is_game(domain)).map(|d| d.name).collect();
    let mut methods: Vec<&str> = domains().flat_map(methods).map(|(about, _)| about.name).collect();
    methods.sort_unstable();
    methods.dedup();
    Arguments::command()
        .mut_subcommand("list", |c| offer(c, "domain", &names))
        .mut_subcommand("solve", |c| offer(offer(c, "domain", &names), "method", &methods))
        .mut_subcommand("compare", |c| offer(offer(c, "domain", &names), "methods", &methods))
        .mut_subcommand("play", |c| offer(offer(c, "game", &games), "method", &methods))
        .mut_subcommand("check", |c| offer(c, "domain", &names))
        .mut_subcommand("count", |c| offer(c, "domain", COUNTED))
}

/// The command with values to choose from for one of its arguments.
fn offer(command: Command, argument: &'static str, names: &[&'static str]) -> Command {
    // A changed argument loses its place, so all places are set again.
    let places: Vec<_> = command.get_positionals().map(|place| place.get_id().clone()).collect();
    let values = PossibleValuesParser::new(names);
    let command = command.mut_arg(argument, |argument| argument.value_parser(values));
    places
        .into_iter()
        .zip(1..)
        .fold(command, |command, (id, place)| command.mut_arg(id, |argument| argument.index(place)))
}

fn is_game(domain: &'static Domain) -> bool {
    methods(domain).iter().any(|&(_, family)| family == Family::Game)
}

fn methods(domain: &'static Domain) -> Vec<(&'static About, Family)> {
    let opened = open(&Spec::bare(domain.name), None, 1);
    let (_, instance) = opened.expect("every domain opens without text");
    instance.methods().iter().map(|method| (method.about, method.family)).collect()
}

/// `goalward man`.
pub fn man(man: &Man) -> Result<ExitCode> {
    let mut program = Arguments::command();
    if let Some(folder) = &man.out {
        let cannot = || format!("cannot write to `{}`", folder.display());
        std::fs::create_dir_all(folder).with_context(cannot)?;
        clap_mangen::generate_to(program, folder).with_context(cannot)?;
        return Ok(ExitCode::SUCCESS);
    }
    program.build();
    let mut page = &program;
    for name in &man.command {
        let commands = || page.get_subcommands().map(Command::get_name);
        let names = || commands().filter(|&name| name != "help");
        page = page.find_subcommand(name).ok_or_else(|| {
            let near = did_you_mean(name, names());
            InputError(match names().next() {
                Some(_) => format!("no command `{name}`: choose from {}{near}", listed(names())),
                None => format!("no command `{name}`: {} has no subcommands", page.get_name()),
            })
        })?;
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(page.clone()).render(&mut text)?;
    std::io::stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

const HEAD: &str = "\
# Reference

Printed by `goalward reference`, from the tables that the program itself reads: do not edit.
";

/// `goalward reference`.
pub fn reference() -> Result<ExitCode> {
    let mut text = String::from(HEAD);
    text += "\n## Commands\n";
    let mut program = Arguments::command();
    program.build();
    help(&mut text, &mut program, "goalward");
    text += "\n## Domains\n";
    for domain in domains() {
        let listing = list::one(domain, &Spec::bare(domain.name))?;
        let _ = write!(text, "\n### {}\n\n```text\n{listing}```\n", domain.name);
    }
    text += "\n## Methods\n";
    for family in Family::ALL {
        let _ = write!(text, "\n### {}: {}\n", family.name(), family.doc());
        let mut named = HashSet::new();
        let known = domains().flat_map(methods).filter(|(_, of)| *of == family);
        for (about, _) in known.filter(|(about, _)| named.insert(about.name)) {
            explain(&mut text, about);
        }
    }
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The help of a command and of its subcommands.
fn help(text: &mut String, command: &mut Command, name: &str) {
    let shown = command.render_long_help().to_string();
    let _ = write!(text, "\n### `{name}`\n\n```text\n");
    for line in shown.trim_end().lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str("```\n");
    for inner in command.get_subcommands_mut().filter(|inner| inner.get_name() != "help") {
        let name = format!("{name} {}", inner.get_name());
        help(text, inner, &name);
    }
}

fn explain(text: &mut String, about: &About) {
    let About { name, does, guarantees, costs, pseudocode, .. } = about;
    let _ = write!(text, "\n#### {name}\n\n{does}\n\n{guarantees}\n\n{costs}\n\n```text\n");
    for line in *pseudocode {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("```\n");
}
