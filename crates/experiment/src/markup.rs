//! Text that is safe in XML and HTML.

/// The text with everything escaped that XML or HTML would interpret, in content or in a quoted
/// attribute; characters that XML forbids become the replacement character.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_comes_back_from_xml(text in any::<String>()) {
            let xml = format!("<a b=\"{0}\">{0}</a>", escaped(&text));
            let document = roxmltree::Document::parse(&xml).unwrap();
            let read = document.root_element().text().unwrap_or("");
            prop_assert_eq!(document.root_element().attribute("b").unwrap(), read);
            prop_assert_eq!(read.chars().count(), text.chars().count());
            let same = |(a, b): (char, char)| a == b || b == ' ' || b == '\u{fffd}';
            prop_assert!(text.chars().zip(read.chars()).all(same));
        }
    }
}
