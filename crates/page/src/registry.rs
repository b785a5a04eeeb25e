//! `GET /api/registry`: what there is to choose from.

use goalward_lab::audit::Subject;
use goalward_lab::{
    Choice, Domain, Family, Instance, Kind, Method, Named, Param, Purpose, Spec, domains,
};
use serde_json::{Value, json};

use crate::pool::Pool;
use crate::request::{MOST_NODES, MOST_SECONDS, WATCHED};
use crate::{run, sample};

/// The whole registry.
pub fn registry(pool: &Pool) -> Value {
    let family = |family: Family| json!({ "name": family.name(), "doc": family.doc() });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": Family::ALL.map(family),
        "limits": {
            "seconds": { "default": WATCHED.seconds, "most": MOST_SECONDS },
            "nodes": { "default": WATCHED.nodes, "most": MOST_NODES },
            "bytes": { "default": pool.default_bytes(), "most": pool.most_bytes() },
            "steps": { "default": sample::WHOLE, "most": sample::WHOLE },
            "lanes": run::LANES,
        },
        "domains": domains().map(domain).collect::<Vec<_>>(),
    })
}

fn domain(domain: &'static Domain) -> Value {
    let (_, instance) = goalward_lab::open(&Spec::bare(domain.name), None, 1)
        .expect("every domain opens without text");
    let alias = |alias: &goalward_lab::Alias| {
        let settings = alias.settings.iter().map(|(key, value)| (key.to_string(), json!(value)));
        let settings: serde_json::Map<_, _> = settings.collect();
        json!({ "name": alias.name, "title": alias.title, "doc": alias.doc, "settings": settings })
    };
    let set = |set: &goalward_lab::Set| json!({ "name": set.name, "doc": set.doc, "count": set.lines().count() });
    json!({
        "name": domain.name,
        "title": domain.title,
        "doc": domain.doc,
        "aliases": domain.aliases.iter().map(alias).collect::<Vec<_>>(),
        "params": params(&(domain.params)()),
        "instance_doc": domain.instance_doc,
        "sets": domain.sets.iter().map(set).collect::<Vec<_>>(),
        "random": domain.random,
        "kind": instance.view().frame.kind,
        "game": instance.game().is_some(),
        "default_method": instance.default_method(),
        "compared": instance.compared(),
        "methods": methods(instance.as_ref()),
        "subjects": subjects(instance.as_ref()),
    })
}

/// Everything that can be audited on an instance.
pub fn subjects(instance: &dyn Instance) -> Value {
    let subject = |subject: &Subject<'_>| {
        let Subject { name, title, kind, doc, usual, .. } = subject;
        json!({ "name": name, "title": title, "kind": kind, "doc": doc, "usual": usual })
    };
    instance.subjects().iter().map(subject).collect()
}

/// Every method of an instance, as the page runs it: to be compared with others.
pub fn methods(instance: &dyn Instance) -> Value {
    let methods = instance.methods().into_iter();
    methods.map(|known| method(&known.for_purpose(Purpose::Comparison))).collect()
}

fn method(method: &Method<'_>) -> Value {
    let about = method.about;
    json!({
        "name": about.name,
        "title": about.title,
        "family": method.family.name(),
        "doc": about.doc,
        "params": params(&method.params),
        "explanation": {
            "does": about.does,
            "guarantees": about.guarantees,
            "costs": about.costs,
            "pseudocode": about.pseudocode,
        },
    })
}

fn params(params: &[Param]) -> Vec<Value> {
    let param = |param: &Param| {
        let mut field = json!({ "name": param.name, "doc": param.doc, "default": param.default });
        if param.makes_start {
            field["makes_start"] = true.into();
        }
        describe(&param.kind, &mut field);
        field
    };
    params.iter().map(param).collect()
}

fn describe(kind: &Kind, field: &mut Value) {
    let listed = |choices: &[Choice]| -> Value {
        choices.iter().map(|choice| json!({ "name": choice.name, "doc": choice.doc })).collect()
    };
    let name = match kind {
        Kind::Choice(choices) => {
            field["choices"] = listed(choices);
            "choice"
        }
        Kind::Spec(named) => {
            let choice = |named: &Named| json!({ "name": named.name, "title": named.title, "doc": named.doc, "params": params(&named.params) });
            field["choices"] = named.iter().map(choice).collect();
            "choice"
        }
        Kind::Whole { least, most } => {
            (field["least"], field["most"]) = (json!(least), json!(most));
            "whole"
        }
        Kind::Decimal { least, most, open } => {
            (field["least"], field["most"]) = (json!(least), json!(most));
            field["open"] = json!(open);
            "decimal"
        }
        Kind::Weight => {
            (field["least"], field["most"]) = (json!(0), json!(1000));
            "weight"
        }
        Kind::Or(words, other) => {
            describe(other, field);
            field["words"] = listed(words);
            return;
        }
        Kind::Text => "text",
    };
    field["kind"] = json!(name);
}
