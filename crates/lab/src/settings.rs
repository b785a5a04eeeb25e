//! What can be set, and what was.

use goalward::path::Weight;
use thiserror::Error;

use crate::spec::{Argument, Spec};
use crate::suggest::{did_you_mean, listed, resolved};

/// Something that can be set: a field of a form, a line of the help.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// One line on what it does.
    pub doc: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its default value, if it has one.
    pub default: Option<&'static str>,
    /// Of a domain: whether it makes the start, so that no instance can be given with it.
    pub makes_start: bool,
}

/// The values a [`Param`] takes.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One of these.
    Choice(Vec<Choice>),
    /// A whole number in a range, ends included.
    Whole {
        /// The least.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A decimal number from 0 to 1000.
    Weight,
    /// A decimal number in a range, ends included unless it is open.
    Decimal {
        /// The least.
        least: f64,
        /// The largest; infinity if there is none.
        most: f64,
        /// Whether both ends are excluded.
        open: bool,
    },
    /// One of these words, or a value of another kind.
    Or(Vec<Choice>, Box<Kind>),
    /// One of these, each with its own settings: `name`, or `name(argument, key=value)`.
    Spec(Vec<Named>),
    /// Any text; it is checked later.
    Text,
}

/// One value of a [`Kind::Spec`].
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// One line on what it means.
    pub doc: &'static str,
    /// What can be set in it.
    pub params: Vec<Param>,
}

/// One value of a [`Kind::Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// One line on what it means.
    pub doc: &'static str,
}

impl Param {
    /// Of any kind.
    pub fn new(
        name: &'static str,
        doc: &'static str,
        kind: Kind,
        default: Option<&'static str>,
    ) -> Self {
        Param { name, doc, kind, default, makes_start: false }
    }

    /// A choice among named values.
    pub fn choice(
        name: &'static str,
        doc: &'static str,
        choices: impl IntoIterator<Item = Choice>,
        default: &'static str,
    ) -> Self {
        let kind = Kind::Choice(choices.into_iter().collect());
        Param::new(name, doc, kind, Some(default))
    }

    /// A whole number from `least` to `most`.
    pub fn whole(
        name: &'static str,
        doc: &'static str,
        range: std::ops::RangeInclusive<u64>,
        default: &'static str,
    ) -> Self {
        let kind = Kind::Whole { least: *range.start(), most: *range.end() };
        Param::new(name, doc, kind, Some(default))
    }

    /// A decimal number from `least` to `most`.
    pub fn decimal(
        name: &'static str,
        doc: &'static str,
        range: std::ops::RangeInclusive<f64>,
        default: &'static str,
    ) -> Self {
        let kind = Kind::Decimal { least: *range.start(), most: *range.end(), open: false };
        Param::new(name, doc, kind, Some(default))
    }

    /// A decimal number above `least` and below `most`, without a default.
    pub fn between(name: &'static str, doc: &'static str, least: f64, most: f64) -> Self {
        Param::new(name, doc, Kind::Decimal { least, most, open: true }, None)
    }

    /// A text without a default.
    pub fn text(name: &'static str, doc: &'static str) -> Self {
        Param::new(name, doc, Kind::Text, None)
    }

    /// The same, where it makes the start of an instance.
    pub fn making_the_start(self) -> Self {
        Param { makes_start: true, ..self }
    }

    /// The same, without a value when it is not set.
    pub fn optional(self) -> Self {
        Param { default: None, ..self }
    }

    /// The same, or a word, which is the default.
    pub fn or_word(self, word: Choice) -> Self {
        self.or_words([word], word.name)
    }

    /// The same, or one of some words; `default` is the default.
    pub fn or_words(self, words: impl IntoIterator<Item = Choice>, default: &'static str) -> Self {
        let kind = Kind::Or(words.into_iter().collect(), Box::new(self.kind));
        Param { kind, default: Some(default), ..self }
    }

    /// Why `value` is not allowed, if it is not.
    fn refuse(&self, value: &str) -> Option<String> {
        match &self.kind {
            Kind::Or(words, kind) => {
                let is_word = words.iter().any(|word| word.name == value);
                (!is_word && !kind.accepts(value)).then(|| {
                    format!(
                        "{}={value} is not allowed: use {}, or {}",
                        self.name,
                        listed(words.iter().map(|word| word.name)),
                        kind.wanted()
                    )
                })
            }
            Kind::Choice(choices) => {
                let names = || choices.iter().map(|choice| choice.name);
                let unknown = !names().any(|name| name == value);
                unknown.then(|| {
                    format!(
                        "{}={value} is not allowed: choose from {}{}",
                        self.name,
                        listed(names()),
                        did_you_mean(value, names())
                    )
                })
            }
            Kind::Weight => value.parse::<Weight>().err().map(|error| error.to_string()),
            Kind::Spec(named) => canonical(self.name, value, named).err(),
            kind => (!kind.accepts(value))
                .then(|| format!("{}={value} is not allowed: use {}", self.name, kind.wanted())),
        }
    }
}

impl Kind {
    fn takes_decimals(&self) -> bool {
        match self {
            Kind::Weight | Kind::Decimal { .. } => true,
            Kind::Or(_, kind) => kind.takes_decimals(),
            _ => false,
        }
    }

    fn accepts(&self, value: &str) -> bool {
        match self {
            Kind::Choice(choices) => choices.iter().any(|choice| choice.name == value),
            Kind::Whole { least, most } => {
                value.parse().is_ok_and(|number| (*least..=*most).contains(&number))
            }
            Kind::Weight => value.parse::<Weight>().is_ok(),
            Kind::Decimal { least, most, open } => {
                value.parse().is_ok_and(|number: f64| match open {
                    true => *least < number && number < *most,
                    false => (*least..=*most).contains(&number),
                })
            }
            Kind::Or(words, kind) => {
                words.iter().any(|word| word.name == value) || kind.accepts(value)
            }
            Kind::Spec(named) => canonical("value", value, named).is_ok(),
            Kind::Text => true,
        }
    }

    /// What would be right, in words.
    pub fn wanted(&self) -> String {
        match self {
            Kind::Choice(choices) => listed(choices.iter().map(|choice| choice.name)),
            Kind::Whole { least, most: u64::MAX } => format!("a whole number from {least}"),
            Kind::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Kind::Weight => "a number from 0 to 1000".into(),
            Kind::Decimal { least, most, open: true } => match most.is_finite() {
                true => format!("a number above {least} and below {most}"),
                false => format!("a number above {least}"),
            },
            Kind::Decimal { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::Or(words, kind) => {
                format!("{}, or {}", listed(words.iter().map(|word| word.name)), kind.wanted())
            }
            Kind::Spec(named) => listed(named.iter().map(|named| named.name)),
            Kind::Text => "any text".into(),
        }
    }
}

/// A value of a [`Kind::Spec`] as it is written in results, or why it is not allowed.
fn canonical(what: &str, value: &str, named: &[Named]) -> Result<String, String> {
    let spec: Spec = value.parse().map_err(|error: crate::spec::SpecError| error.to_string())?;
    let names = || named.iter().map(|named| named.name);
    let name = resolved(&spec.name, names()).ok_or_else(|| {
        format!(
            "unknown {what} `{}`: choose from {}{}",
            spec.name,
            listed(names()),
            did_you_mean(&spec.name, names())
        )
    })?;
    let found = named.iter().find(|named| named.name == name).expect("it is listed");
    let spec = Spec { name: name.into(), ..spec };
    let settings = Settings::new(&spec, &found.params).map_err(|error| error.to_string())?;
    Ok(settings.spec(found.name, &found.params).to_string())
}

/// Why a spec's arguments do not fit what it names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// An unknown key.
    #[error("{of} has no setting `{key}`: {}", hint)]
    UnknownKey {
        /// What was to be set.
        of: String,
        /// The key.
        key: String,
        /// The keys there are.
        hint: String,
    },
    /// More arguments than there are settings.
    #[error("{of} takes at most {most} arguments: `{extra}` is one too many")]
    TooMany {
        /// What was to be set.
        of: String,
        /// How many it takes.
        most: usize,
        /// The first that is too many.
        extra: String,
    },
    /// The same setting twice.
    #[error("{of}: `{key}` is set twice")]
    Twice {
        /// What was to be set.
        of: String,
        /// The key.
        key: String,
    },
    /// A value that is not allowed.
    #[error("{of}: {why}")]
    Value {
        /// What was to be set.
        of: String,
        /// What is wrong and what would be right.
        why: String,
    },
}

/// Values for all the parameters of one thing, each checked against its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: Vec<(&'static str, Option<String>)>,
}

impl Settings {
    /// Matches a spec's arguments with parameters: unnamed ones fill them in order.
    pub fn new(spec: &Spec, params: &[Param]) -> Result<Self, SettingsError> {
        let of = || spec.name.clone();
        let mut given: Vec<Option<String>> = vec![None; params.len()];
        let mut place = 0;
        // The setting just named, if it takes decimals and has digits only.
        let mut whole: Option<(&str, &str)> = None;
        for Argument { key, value } in &spec.arguments {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            if let (None, true, Some((name, part))) = (key, digits, whole) {
                let why = format!(
                    "{name}={part},{value} is not a number: write {name}={part}.{value}, with a point"
                );
                return Err(SettingsError::Value { of: of(), why });
            }
            let index = match key {
                Some(key) => position(&spec.name, key, params)?,
                None => place,
            };
            let Some(param) = params.get(index) else {
                let (most, extra) = (params.len(), value.clone());
                return Err(SettingsError::TooMany { of: of(), most, extra });
            };
            if key.is_none() {
                place += 1;
            }
            let splits = key.is_some() && digits && param.kind.takes_decimals();
            whole = splits.then_some((param.name, value));
            if let Some(why) = param.refuse(value) {
                return Err(SettingsError::Value { of: of(), why });
            }
            let value = match &param.kind {
                Kind::Spec(named) => canonical(param.name, value, named).expect("not refused"),
                _ => value.clone(),
            };
            if given[index].replace(value).is_some() {
                return Err(SettingsError::Twice { of: of(), key: param.name.into() });
            }
        }
        let values = params
            .iter()
            .zip(given)
            .map(|(param, given)| (param.name, given.or_else(|| param.default.map(Into::into))));
        Ok(Settings { values: values.collect() })
    }

    /// The value of a parameter, if it has one.
    ///
    /// # Panics
    /// If there is no such parameter: the table that lists it is wrong.
    pub fn text(&self, name: &str) -> Option<&str> {
        let found = self.values.iter().find(|(known, _)| *known == name);
        found.unwrap_or_else(|| panic!("no parameter {name}")).1.as_deref()
    }

    /// The value of a parameter that has a default.
    ///
    /// # Panics
    /// If it has none.
    pub fn choice(&self, name: &str) -> &str {
        self.text(name).unwrap_or_else(|| panic!("{name} has no default"))
    }

    /// The value of a [`Kind::Whole`] parameter.
    ///
    /// # Panics
    /// If it is of another kind.
    pub fn whole(&self, name: &str) -> u64 {
        self.choice(name).parse().expect("checked when it was set")
    }

    /// The value of a [`Kind::Decimal`] parameter.
    ///
    /// # Panics
    /// If it is of another kind.
    pub fn decimal(&self, name: &str) -> f64 {
        self.choice(name).parse().expect("checked when it was set")
    }

    /// The value of a [`Kind::Weight`] parameter.
    ///
    /// # Panics
    /// If it is of another kind.
    pub fn weight(&self, name: &str) -> Weight {
        self.choice(name).parse().expect("checked when it was set")
    }

    /// The value of a parameter that may be a whole number, if it is one.
    pub fn whole_if_set(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    /// The value of a parameter that may be a number, if it is one.
    pub fn decimal_if_set(&self, name: &str) -> Option<f64> {
        self.text(name)?.parse().ok()
    }

    /// The spec that gives these settings: heuristic and weight are always written, the rest where
    /// they differ from their defaults. A heuristic and its partition are written without their
    /// names.
    pub fn spec(&self, name: &str, params: &[Param]) -> Spec {
        let mut spec = Spec::bare(name);
        for (param, (_, value)) in params.iter().zip(&self.values) {
            let Some(value) = value else { continue };
            if matches!(param.name, "heuristic" | "partition") {
                spec.arguments.push(Argument { key: None, value: value.clone() });
            } else if matches!(param.kind, Kind::Weight) || param.default != Some(value) {
                spec = spec.with(param.name, value);
            }
        }
        spec
    }
}

fn position(of: &str, key: &str, params: &[Param]) -> Result<usize, SettingsError> {
    let names = || params.iter().map(|param| param.name);
    params.iter().position(|param| param.name == key).ok_or_else(|| {
        let hint = match params.len() {
            0 => "it has no settings".into(),
            _ => format!("choose from {}{}", listed(names()), did_you_mean(key, names())),
        };
        SettingsError::UnknownKey { of: of.into(), key: key.into(), hint }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Vec<Param> {
        let heuristics = [Choice { name: "zero", doc: "" }, Choice { name: "manhattan", doc: "" }];
        vec![
            Param::choice("heuristic", "", heuristics, "manhattan"),
            Param::new("weight", "", Kind::Weight, Some("2")),
            Param::whole("width", "", 1..=1000, "100"),
        ]
    }

    fn settings(text: &str) -> Result<Settings, String> {
        Settings::new(&text.parse().unwrap(), &params()).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_fill_parameters_in_order_or_by_name() {
        let all = settings("x(zero, 1.5, width=7)").unwrap();
        assert_eq!((all.choice("heuristic"), all.whole("width")), ("zero", 7));
        assert_eq!(all.weight("weight").value(), 1.5);
        assert_eq!(all.spec("x", &params()).to_string(), "x(zero, weight=1.5, width=7)");
        let none = settings("x").unwrap();
        assert_eq!(none.spec("x", &params()).to_string(), "x(manhattan, weight=2)");
    }

    #[test]
    fn words_and_numbers_can_share_a_parameter() {
        let auto = Choice { name: "auto", doc: "" };
        let params = [
            Param::decimal("start", "", 0.0..=10.0, "").or_word(auto),
            Param::decimal("step", "", 0.0..=1.0, "").optional(),
            Param::whole("find", "", 1..=9, "")
                .or_words([Choice { name: "all", doc: "" }, auto], "all"),
        ];
        let settings = |text: &str| Settings::new(&text.parse().unwrap(), &params);
        let none = settings("x").unwrap();
        assert_eq!((none.decimal_if_set("start"), none.decimal_if_set("step")), (None, None));
        assert_eq!((none.choice("find"), none.whole_if_set("find")), ("all", None));
        assert_eq!(none.spec("x", &params).to_string(), "x");
        let some = settings("x(2.5, step=0.1, find=3)").unwrap();
        assert_eq!((some.decimal("start"), some.decimal_if_set("step")), (2.5, Some(0.1)));
        assert_eq!(some.whole_if_set("find"), Some(3));
        assert_eq!(some.spec("x", &params).to_string(), "x(start=2.5, step=0.1, find=3)");
        for (text, told) in [
            ("x(start=hot)", "x: start=hot is not allowed: use auto, or a number from 0 to 10"),
            ("x(start=NaN)", "x: start=NaN is not allowed: use auto, or a number from 0 to 10"),
            ("x(step=2)", "x: step=2 is not allowed: use a number from 0 to 1"),
            ("x(find=0)", "x: find=0 is not allowed: use all, auto, or a whole number from 1 to 9"),
        ] {
            assert_eq!(settings(text).unwrap_err().to_string(), told);
        }
    }

    #[test]
    fn a_value_may_have_settings_of_its_own() {
        let named = vec![
            Named { name: "zero", title: "zero", doc: "", params: vec![] },
            Named {
                name: "pdb",
                title: "pdb",
                doc: "",
                params: vec![Param::text("partition", "")],
            },
        ];
        let kind = Kind::Spec(named);
        let params = [Param::new("heuristic", "", kind, Some("zero"))];
        let settings = |text: &str| Settings::new(&text.parse().unwrap(), &params);
        for (text, written) in [
            ("x", "x(zero)"),
            ("x(pdb)", "x(pdb)"),
            ("x(pdb( 7-8 ))", "x(pdb(7-8))"),
            ("x(heuristic=pdb(partition=1 2/3))", "x(pdb(1 2/3))"),
        ] {
            assert_eq!(settings(text).unwrap().spec("x", &params).to_string(), written);
        }
        for (text, told) in [
            (
                "x(pbd(7-8))",
                "x: unknown heuristic `pbd`: choose from zero, pdb; did you mean `pdb`?",
            ),
            ("x(zero(1))", "x: zero takes at most 0 arguments: `1` is one too many"),
            ("x(pdb(part=1))", "x: pdb has no setting `part`: choose from partition"),
        ] {
            assert!(settings(text).unwrap_err().to_string().starts_with(told), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named_with_what_would() {
        assert_eq!(
            settings("x(manhatan)").unwrap_err(),
            "x: heuristic=manhatan is not allowed: choose from zero, manhattan; did you mean `manhattan`?"
        );
        assert_eq!(
            settings("x(wieght=2)").unwrap_err(),
            "x has no setting `wieght`: choose from heuristic, weight, width; did you mean `weight`?"
        );
        assert_eq!(
            settings("x(width=0)").unwrap_err(),
            "x: width=0 is not allowed: use a whole number from 1 to 1000"
        );
        assert_eq!(
            settings("x(weight=0,5)").unwrap_err(),
            "x: weight=0,5 is not a number: write weight=0.5, with a point"
        );
        assert!(settings("x(width=3, zero)").is_ok());
        assert!(settings("x(weight=-1)").unwrap_err().starts_with("x: `-1` is not a weight"));
        assert_eq!(
            settings("x(zero, 1, 2, 3)").unwrap_err(),
            "x takes at most 3 arguments: `3` is one too many"
        );
        assert_eq!(settings("x(zero, heuristic=zero)").unwrap_err(), "x: `heuristic` is set twice");
    }
}
