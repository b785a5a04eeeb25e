// Asking the server. Every failure is an Error whose message is one line for people.

const GONE = "The lab's server does not answer. Is goalward lab still running?";

async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error(GONE);
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  throw new Error(said?.error ?? `The server answered ${answer.status}.`);
}

function body(json, signal) {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(json), signal };
}

/** @param {"json" | "text"} kind of the answer @returns {Promise<any>} */
export async function get(path, kind = "json") {
  return (await ask(path))[kind]();
}

/** @returns {Promise<any>} */
export async function post(path, json, signal) {
  return (await ask(path, body(json, signal))).json();
}

/** Gives each line of a streamed answer to `line`, a chunk's lines without a pause between. */
export async function stream(path, json, signal, line) {
  return lines(await ask(path, body(json, signal)), line);
}

/** The same where nothing is sent. */
export async function follow(path, signal, line) {
  return lines(await ask(path, { signal }), line);
}

async function lines(answer, line) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new Error(GONE);
    });
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const text of lines) if (text) line(JSON.parse(text));
  }
  if (rest) line(JSON.parse(rest));
}
