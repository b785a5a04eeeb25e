//! `goalward list`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Result;
use goalward_lab::{
    Choice, Domain, Family, Instance, Kind, Method, Named, Param, Spec, domains, find_domain, open,
};

use crate::args::List;
use crate::show::fitted;

/// Prints all domains, or one.
pub fn run(list: &List) -> Result<ExitCode> {
    let text = match &list.domain {
        Some(spec) => one(find_domain(spec)?.0, spec)?,
        None => all(),
    };
    std::io::stdout().write_all(fitted(&text).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn all() -> String {
    let mut text = String::from("Domains\n");
    for domain in domains() {
        let _ = writeln!(text, "  {:<12} {}", domain.name, domain.doc);
        for alias in domain.aliases {
            let _ = writeln!(text, "  {:<12} {}", alias.name, alias.doc);
        }
        for (family, names) in method_names(domain) {
            let _ = writeln!(text, "    {} methods:  {}", family.name(), names.join(" "));
        }
        if let Some(names) = heuristic_names(domain) {
            let _ = writeln!(text, "    heuristics:  {}", names.join(" "));
        }
        if !domain.sets.is_empty() {
            let sets: Vec<_> = domain.sets.iter().map(|set| set.name).collect();
            let _ = writeln!(text, "    instance sets:  {}", sets.join(" "));
        }
    }
    text += "\n`goalward list DOMAIN` shows all settings.\n";
    text
}

/// A domain, with everything that can be set.
pub fn one(domain: &'static Domain, spec: &Spec) -> Result<String> {
    let (_, instance) = open(spec, None, 1)?;
    let names = std::iter::once((domain.name, domain.doc));
    let names = names.chain(domain.aliases.iter().map(|alias| (alias.name, alias.doc)));
    let (asked, others): (Vec<_>, Vec<_>) = names.partition(|(name, _)| *name == spec.name);
    let mut text = String::new();
    for (name, doc) in asked {
        let _ = writeln!(text, "{name}: {doc}");
    }
    for (name, doc) in others {
        let _ = writeln!(text, "  also {name:<12} {doc}");
    }
    let _ = writeln!(text, "\nInstance: {}", domain.instance_doc);
    let settings = (domain.params)();
    if !settings.is_empty() {
        text += "\nSettings of the domain\n";
        params(&mut text, &settings, &mut Vec::new());
    }
    let mut explained = Vec::new();
    text += "\nMethods\n";
    let methods = instance.methods();
    let mut shown: Vec<&Method<'_>> = Vec::new();
    for method in &methods {
        let _ = writeln!(text, "  {:<17} {}", method.about.name, method.about.doc);
        match shown.iter().find(|known| same_params(known, method)) {
            Some(known) => {
                let _ = writeln!(text, "      same settings as {}", known.about.name);
            }
            None => params(&mut text, &method.params, &mut explained),
        }
        if !method.params.is_empty() && method.family != Family::Path {
            shown.push(method);
        }
    }
    let _ = writeln!(text, "  default: {}", chosen(domain, spec, instance.as_ref()));
    if let Some(heuristics) = methods.iter().find_map(heuristics) {
        text += "\nHeuristics\n";
        for named in heuristics {
            let _ = writeln!(text, "  {:<16} {}", named.name, named.doc);
            params(&mut text, &named.params, &mut explained);
        }
    }
    if !domain.sets.is_empty() {
        text += "\nInstance sets\n";
        let width = domain.sets.iter().map(|set| set.name.len()).max().unwrap_or(0);
        for set in domain.sets {
            let _ = writeln!(
                text,
                "  {:<width$}  {} ({}:1 to {}:{})",
                set.name,
                set.doc,
                set.name,
                set.name,
                set.lines().count()
            );
        }
    }
    Ok(text)
}

/// Whether two methods of a family have the same settings.
fn same_params(one: &Method<'_>, other: &Method<'_>) -> bool {
    let names = |method: &Method<'_>| method.params.iter().map(|p| p.name).collect::<Vec<_>>();
    one.family == other.family && names(one) == names(other)
}

/// The default method; if it depends on the size, also that of the other sizes.
fn chosen(domain: &'static Domain, spec: &Spec, instance: &dyn Instance) -> String {
    let mut text = instance.default_method().to_string();
    if spec.name == domain.name && spec.arguments.is_empty() {
        for alias in domain.aliases {
            let other = open(&Spec::bare(alias.name), None, 1);
            let method = other.map(|(_, instance)| instance.default_method());
            if let Ok(method) = method.as_ref()
                && !text.starts_with(*method)
            {
                let _ = write!(text, "\n      for {}: {method}", alias.name);
            }
        }
    }
    text
}

/// The settings, one per line, each followed by the meaning of its values, unless that was `explained`.
fn params(text: &mut String, params: &[Param], explained: &mut Vec<&'static str>) {
    for param in params {
        let values = match &param.kind {
            // They have their own table.
            Kind::Spec(_) if param.name == "heuristic" => "a heuristic".into(),
            kind => values(kind),
        };
        let values = if values.is_empty() { values } else { format!(": {values}") };
        let default = param.default.map_or(String::new(), |value| format!(" (default {value})"));
        let _ = writeln!(text, "      {}  {}{values}{default}", param.name, param.doc);
        if let Kind::Choice(choices) = &param.kind
            && !explained.contains(&param.name)
        {
            explained.push(param.name);
            let width = choices.iter().map(|choice| choice.name.len()).max().unwrap_or(0);
            for Choice { name, doc } in choices.iter().filter(|choice| !choice.doc.is_empty()) {
                let _ = writeln!(text, "          {name:<width$}  {doc}");
            }
        }
    }
}

fn values(kind: &Kind) -> String {
    let names = |choices: &[Choice]| choices.iter().map(|c| c.name).collect::<Vec<_>>().join("|");
    match kind {
        Kind::Choice(choices) => names(choices),
        // The upper limit depends on the instance.
        Kind::Whole { least, most: u64::MAX } => format!("from {least}"),
        Kind::Whole { least, most } => format!("{least} to {most}"),
        Kind::Weight => "0 to 1000, decimal".into(),
        Kind::Decimal { least, most, open: true } => match most.is_finite() {
            true => format!("above {least} and below {most}, decimal"),
            false => format!("above {least}, decimal"),
        },
        Kind::Decimal { least, most, .. } => format!("{least} to {most}, decimal"),
        Kind::Or(words, kind) => format!("{} or {}", names(words), values(kind)),
        Kind::Spec(named) => named.iter().map(|named| named.name).collect::<Vec<_>>().join("|"),
        Kind::Text => String::new(),
    }
}

/// The methods of each family that the domain has.
fn method_names(domain: &'static Domain) -> Vec<(Family, Vec<&'static str>)> {
    let instance = open(&Spec::bare(domain.name), None, 1);
    let (_, instance) = instance.expect("every domain makes an instance from a seed");
    let methods = instance.methods();
    let of = |family| methods.iter().filter(move |method| method.family == family);
    let names =
        Family::ALL.map(|family| (family, of(family).map(|m| m.about.name).collect::<Vec<_>>()));
    names.into_iter().filter(|(_, names)| !names.is_empty()).collect()
}

fn heuristic_names(domain: &'static Domain) -> Option<Vec<&'static str>> {
    let instance = open(&Spec::bare(domain.name), None, 1);
    let (_, instance) = instance.expect("every domain makes an instance from a seed");
    let methods = instance.methods();
    let table = methods.iter().find_map(heuristics)?;
    Some(table.iter().map(|named| named.name).collect())
}

fn heuristics<'a>(method: &'a Method<'_>) -> Option<&'a [Named]> {
    let param = method.params.iter().find(|param| param.name == "heuristic")?;
    match &param.kind {
        Kind::Spec(named) => Some(named),
        _ => None,
    }
}
