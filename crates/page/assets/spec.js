// The small language of methods: name(argument, key=value).

/** The parts between commas outside inner parentheses. */
function parts(inside) {
  let depth = 0;
  const found = [""];
  for (const char of inside) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (char === "," && depth === 0) found.push("");
    else found[found.length - 1] += char;
  }
  return found.map((part) => part.trim()).filter(Boolean);
}

/** @returns {{name: string, settings: Record<string, string>} | null} null: there is no such method or setting */
export function parse(text, methods) {
  const [, name, inside] = /^\s*([^(\s]+)\s*(?:\((.*)\)\s*)?$/s.exec(text) ?? [];
  const method = methods.find((method) => method.name === name);
  if (!method) return null;
  const settings = {};
  let place = 0;
  for (const part of parts(inside ?? "")) {
    const [, named, value] = /^([^(=]+)=(.*)$/s.exec(part) ?? [];
    const key = named === undefined ? method.params[place++]?.name : named.trim();
    if (!method.params.some((param) => param.name === key)) return null;
    settings[key] = (value ?? part).trim();
  }
  return { name, settings };
}

/** As short as possible: defaults are omitted. */
export function format(method, settings) {
  const said = [];
  method.params.forEach((param, place) => {
    const value = settings[param.name];
    if (value === undefined || value === "" || value === param.default) return;
    said.push(place === 0 && param.kind === "choice" ? value : `${param.name}=${value}`);
  });
  return said.length ? `${method.name}(${said.join(", ")})` : method.name;
}

/** A method with its settings, in words: A*, Manhattan distance. */
export function specTitle(method, settings) {
  const said = method.params.flatMap(({ name, default: usual, choices }) => {
    const value = settings[name] || usual;
    if (name === "heuristic") return [choices.find((choice) => choice.name === value)?.title ?? value];
    return value === usual ? [] : [`${name} ${value}`];
  });
  return [method.title, ...said.filter(Boolean)].join(", ");
}
