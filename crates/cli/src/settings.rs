//! Settings of domains as options: `--size 3x4` is `size=3x4` in the domain's spec. Every setting
//! of every domain is such an option, unless the command itself has one of that name; `-g` is the
//! first setting listed that begins with g, in every command.

use anyhow::Result;
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches};
use goalward_lab::{Domain, Kind, Param, Spec, domains, find_domain};

use crate::solve::read_text;

/// The settings of a domain that are given as options.
#[derive(Clone, Debug, Default)]
pub struct DomainSettings(Vec<(&'static str, String)>);

/// The name of the group of all such options.
pub const SETTINGS: &str = "settings";

/// The name of the group of those that make a start: they exclude a given instance.
pub const MAKERS: &str = "makers";

/// Help, jobs and method: letters that stand for options of commands. No setting has one of them,
/// not even in a command without that option.
const TAKEN: [char; 3] = ['h', 'j', 'm'];

/// A setting, and its descriptions in the domains that have it.
struct Known {
    param: Param,
    docs: Vec<(&'static str, Vec<&'static str>)>,
}

impl Known {
    fn add(&mut self, doc: &'static str, domain: &'static str) {
        match self.docs.iter_mut().find(|(known, _)| *known == doc) {
            Some((_, of)) => of.push(domain),
            None => self.docs.push((doc, vec![domain])),
        }
    }

    fn help(&self) -> String {
        let each = self.docs.iter().map(|(doc, of)| format!("{doc} ({})", of.join(", ")));
        let each: Vec<String> = each.collect();
        each.join(". ")
    }
}

/// Every setting of every domain, each name once.
fn known() -> Vec<Known> {
    let mut known: Vec<Known> = Vec::new();
    for Domain { name, params, .. } in domains() {
        for param in params() {
            match known.iter_mut().find(|known| known.param.name == param.name) {
                Some(known) => known.add(param.doc, name),
                None => {
                    let docs = vec![(param.doc, vec![*name])];
                    known.push(Known { param, docs });
                }
            }
        }
    }
    known
}

impl DomainSettings {
    /// The domain with these set.
    pub fn on(&self, domain: &Spec) -> Result<Spec> {
        let mut spec = domain.clone();
        let params = find_domain(domain).map(|(domain, _)| (domain.params)()).unwrap_or_default();
        for (name, value) in &self.0 {
            let is_text = params.iter().any(|p| p.name == *name && matches!(p.kind, Kind::Text));
            let value = if is_text { read_text(value)? } else { value.clone() };
            spec = spec.with(name, &value);
        }
        Ok(spec)
    }
}

impl Args for DomainSettings {
    fn augment_args(mut command: Command) -> Command {
        let mut names = Vec::new();
        for known in known() {
            let param = &known.param;
            let taken =
                |arg: &Arg| arg.get_id() == param.name || arg.get_long() == Some(param.name);
            if command.get_arguments().any(taken) {
                continue;
            }
            let mut arg = Arg::new(param.name)
                .long(param.name)
                .value_name(value_name(param))
                .allow_hyphen_values(true)
                .help(known.help())
                .help_heading("Domain settings (@FILE reads a value from a file)");
            let initial = param.name.chars().next();
            let free = |c: &char| command.get_arguments().all(|arg| arg.get_short() != Some(*c));
            if let Some(initial) = initial.filter(free).filter(|c| !TAKEN.contains(c)) {
                arg = arg.short(initial);
            }
            command = command.arg(arg);
            names.push((param.name, param.makes_start));
        }
        let group = |id: &'static str, names: Vec<&'static str>| {
            ArgGroup::new(id).args(names).multiple(true)
        };
        let makers = names.iter().filter(|(_, makes)| *makes).map(|(name, _)| *name).collect();
        command
            .group(group(SETTINGS, names.iter().map(|(name, _)| *name).collect()))
            .group(group(MAKERS, makers))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The placeholder for the value in the help.
fn value_name(param: &Param) -> &'static str {
    match param.kind {
        Kind::Whole { .. } => "N",
        Kind::Weight | Kind::Decimal { .. } => "NUMBER",
        _ => "VALUE",
    }
}

impl FromArgMatches for DomainSettings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |Known { param, .. }: Known| {
            let given = matches.try_get_one::<String>(param.name).ok().flatten()?;
            Some((param.name, given.clone()))
        };
        Ok(DomainSettings(known().into_iter().filter_map(value).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    fn leaves(command: &Command) -> Vec<&Command> {
        match command.has_subcommands() {
            true => command.get_subcommands().flat_map(leaves).collect(),
            false => vec![command],
        }
    }

    #[test]
    fn a_letter_means_the_same_in_every_command() {
        let mut command = Arguments::command();
        command.build();
        let mut meanings = BTreeMap::new();
        for leaf in leaves(&command) {
            for arg in leaf.get_arguments() {
                let (Some(letter), Some(name)) = (arg.get_short(), arg.get_long()) else {
                    continue;
                };
                let before = *meanings.entry(letter).or_insert(name);
                // Methods and method: one is asked for, or several.
                assert!(
                    name.starts_with(before) || before.starts_with(name),
                    "-{letter} {name} {before}"
                );
            }
        }
        assert_eq!(meanings[&'g'], "goal");
        assert!(TAKEN.iter().all(|letter| meanings.contains_key(letter)), "{meanings:?}");
    }
}
