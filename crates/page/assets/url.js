// The settings in the address: `#view?key=value`. A link opens the same thing again.

/** @returns {{view: string, params: URLSearchParams}} */
export function read() {
  const [view, query] = location.hash.replace(/^#/, "").split(/\?(.*)/s);
  return { view, params: new URLSearchParams(query ?? "") };
}

/** The address of a view with these settings; empty ones are left out. */
export function link(view, settings) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(settings)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== "" && one != null) params.append(key, one);
  }
  const query = params.toString();
  return query ? `#${view}?${query}` : `#${view}`;
}

/** Shows settings in the address without a new entry in the history. */
export function write(view, settings) {
  const { view: now } = read();
  // A view that was left goes on, but the address is no longer its own.
  if (now && now !== view) return;
  const hash = link(view, settings);
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** What describes an instance, in the address and in a request. */
const PREFIX = "set.";

export function readInstance(params) {
  const settings = {};
  for (const [key, value] of params) if (key.startsWith(PREFIX)) settings[key.slice(PREFIX.length)] = value;
  const seed = Number(params.get("seed") ?? 1);
  return {
    domain: params.get("domain") ?? "",
    settings,
    instance: params.get("instance") ?? "",
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : 1,
  };
}

export function writeInstance({ domain, settings, instance, seed }) {
  const pairs = Object.entries(settings).map(([key, value]) => [PREFIX + key, value]);
  return { domain, ...Object.fromEntries(pairs), instance, seed: seed === 1 ? "" : String(seed) };
}
