// The small language of methods: name(argument, key=value).

/**
 * @param {string} text
 * @param {{name: string, params: {name: string}[]}[]} methods
 * @returns {{name: string, settings: Record<string, string>} | null} null: no such method
 */
export function parse(text, methods) {
  const [, name, inside] = /^\s*([^(\s]+)\s*(?:\((.*)\)\s*)?$/s.exec(text) ?? [];
  const method = methods.find((method) => method.name === name);
  if (!method) return null;
  const settings = {};
  let place = 0;
  for (const part of (inside ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [key, value] = part.includes("=")
      ? part.split(/=(.*)/s).map((piece) => piece.trim())
      : [method.params[place++]?.name, part];
    if (key) settings[key] = value;
  }
  return { name, settings };
}

/** As short as it may be: what is the default is not said. */
export function format(method, settings) {
  const said = [];
  method.params.forEach((param, place) => {
    const value = settings[param.name];
    if (value === undefined || value === "" || value === param.default) return;
    said.push(place === 0 && param.kind === "choice" ? value : `${param.name}=${value}`);
  });
  return said.length ? `${method.name}(${said.join(", ")})` : method.name;
}
