//! A real browser on the page: Chromium through chromedriver, each call waited for.

pub mod countdown;
pub mod counting;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use goalward_page::{Options, Port, Server};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use url::{ParseError, Url};

/// How long anything may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// The browser of the last test, for the next one. Browsers are heavy: there is one at a time.
static BROWSER: Mutex<Option<Browser>> = Mutex::new(None);

/// A browser, and the program that passes commands to it.
struct Browser {
    runtime: Runtime,
    client: Client,
    driver: Driver,
}

/// A new tab of a browser with the page open, and its own server behind it.
pub struct Page {
    runtime: Runtime,
    client: Client,
    /// Where the server listens.
    pub server: SocketAddr,
    /// Where downloads go.
    pub folder: TempDir,
    driver: Driver,
}

/// Runs a test in its own tab. However it ends, the page is closed; and it must have left no error on
/// the console except those that contain `allowed`.
pub fn browse(allowed: Option<&str>, test: impl FnOnce(&Page)) {
    let mut browser = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let page = Page::open(browser.take().unwrap_or_else(Browser::start));
    let ended = catch_unwind(AssertUnwindSafe(|| {
        test(&page);
        let errors = page.console_errors();
        let wrong: Vec<&String> = errors
            .iter()
            .filter(|error| !allowed.is_some_and(|part| error.contains(part)))
            .collect();
        assert!(wrong.is_empty(), "on the console: {wrong:#?}");
    }));
    if ended.is_err() {
        page.screenshot("failed");
    }
    let used = page.close();
    match ended {
        Ok(()) => *browser = Some(used),
        // The next test gets another browser.
        Err(panic) => {
            drop((used, browser));
            resume_unwind(panic);
        }
    }
}

impl Browser {
    fn start() -> Self {
        let driver = Driver::start();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let Value::Object(capabilities) = capabilities() else {
            unreachable!("capabilities are an object")
        };
        let client = runtime
            .block_on(
                ClientBuilder::new(HttpConnector::new())
                    .capabilities(capabilities)
                    .connect(&format!("http://127.0.0.1:{}", driver.port)),
            )
            .unwrap();
        Browser { runtime, client, driver }
    }
}

impl Page {
    /// In a tab that knows nothing of earlier ones: the server's port, and so the origin, is new.
    fn open(Browser { runtime, client, driver }: Browser) -> Self {
        let server =
            Server::bind(&Options { port: Port::Exactly(0), ..Options::default() }).unwrap();
        let address = server.address();
        std::thread::spawn(move || server.serve().unwrap());
        let folder = TempDir::new().unwrap();
        let page = Page { runtime, client, server: address, folder, driver };
        page.only_tab();
        page.chromium("Network.clearBrowserCookies", json!({}));
        page.console_errors();
        page.size(1600, 900);
        page.go("");
        page
    }

    /// Opens a new tab and closes all others.
    fn only_tab(&self) {
        let change = async {
            let others = self.client.windows().await?;
            let tab = self.client.new_window(true).await?;
            for other in others {
                self.client.switch_to_window(other).await?;
                self.client.close_window().await?;
            }
            self.client.switch_to_window(tab.handle).await
        };
        self.runtime.block_on(change).unwrap();
    }

    /// Ends what runs in the page, and gives the browser back.
    fn close(self) -> Browser {
        let Page { runtime, client, driver, .. } = self;
        let _ = runtime.block_on(client.goto("about:blank"));
        Browser { runtime, client, driver }
    }

    /// Opens an address of the page, such as `#race?domain=queens`, from the beginning.
    pub fn go(&self, hash: &str) {
        self.runtime.block_on(self.client.goto("about:blank")).unwrap();
        self.runtime.block_on(self.client.goto(&format!("http://{}/{hash}", self.server))).unwrap();
        self.wait(
            "the page to be ready",
            "return !!document.querySelector('#status')?.textContent",
        );
    }

    /// Opens any address.
    pub fn visit(&self, url: &str) {
        self.runtime.block_on(self.client.goto(url)).unwrap();
    }

    /// Opens a file of this machine.
    pub fn open_file(&self, path: &Path) {
        self.visit(&format!("file://{}", path.display()));
        self.wait(
            "the file to be shown",
            "return !!document.querySelector('#status')?.textContent",
        );
    }

    /// What a script returns.
    pub fn js(&self, script: &str) -> Value {
        self.runtime.block_on(self.client.execute(script, Vec::new())).unwrap()
    }

    /// What an asynchronous script passes to its last argument.
    pub fn js_later(&self, script: &str) -> Value {
        self.runtime.block_on(self.client.execute_async(script, Vec::new())).unwrap()
    }

    /// Waits until a script returns true.
    pub fn wait(&self, what: &str, script: &str) {
        let begun = Instant::now();
        while self.js(script) != Value::Bool(true) {
            let status = || self.texts("#status").join(" ");
            assert!(begun.elapsed() < PATIENCE, "waited too long for {what}: {}", status());
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits until an element's text contains this.
    pub fn wait_text(&self, css: &str, part: &str) {
        let script =
            format!("return !!document.querySelector({css:?})?.textContent.includes({part:?})");
        self.wait(&format!("`{part}` in {css}"), &script);
    }

    /// Clicks as a user does: on what is seen at that place, once it no longer moves.
    pub fn click(&self, css: &str) {
        let script = format!(
            "const e = document.querySelector({css:?}); if (!e || e.disabled) return false; \
             const {{ x, y, width, height }} = e.getBoundingClientRect(); \
             const before = window.placeBefore; \
             window.placeBefore = [{css:?}, x, y, width, height].join(); \
             return window.placeBefore === before"
        );
        self.on_what_is_there(|| {
            self.wait(&format!("{css} to be clickable"), &script);
            self.runtime
                .block_on(async { self.client.find(Locator::Css(css)).await?.click().await })
        });
    }

    /// Replaces what is in a field.
    pub fn fill(&self, css: &str, text: &str) {
        let replace = async || {
            let element = self.client.find(Locator::Css(css)).await?;
            element.clear().await?;
            element.send_keys(text).await
        };
        self.on_what_is_there(|| self.runtime.block_on(replace()));
    }

    /// Presses keys wherever the focus is.
    pub fn press(&self, keys: &str) {
        let send = async || self.client.active_element().await?.send_keys(keys).await;
        self.on_what_is_there(|| self.runtime.block_on(send()));
    }

    /// Acts on an element; once more whenever the page draws it again before it is reached.
    fn on_what_is_there(&self, act: impl Fn() -> Result<(), CmdError>) {
        let begun = Instant::now();
        loop {
            match act() {
                Err(error)
                    if (error.is_no_such_element() || error.is_stale_element_reference())
                        && begun.elapsed() < PATIENCE => {}
                done => return done.unwrap(),
            }
        }
    }

    /// The text of an element.
    pub fn text(&self, css: &str) -> String {
        let text = self.js(&format!("return document.querySelector({css:?})?.textContent ?? null"));
        text.as_str().unwrap_or_else(|| panic!("there is no {css}")).to_string()
    }

    /// The text of every such element.
    pub fn texts(&self, css: &str) -> Vec<String> {
        let script =
            format!("return [...document.querySelectorAll({css:?})].map((e) => e.textContent)");
        serde_json::from_value(self.js(&script)).unwrap()
    }

    /// The lines of the card next to the pointer or the focus; empty if there is none.
    pub fn tip(&self) -> String {
        self.texts(".tip:not([hidden]) p").join("\n")
    }

    /// Where on the window this share of an element's width is, halfway down.
    pub fn place(&self, css: &str, share: f64) -> (f64, f64) {
        let place = self.js(&format!(
            "const element = document.querySelector({css:?}); \
             element.scrollIntoView({{ block: 'center' }}); \
             const box = element.getBoundingClientRect(); \
             return [box.left + box.width * {share}, box.top + box.height / 2]"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// The tiles of the board in reading order, the blank as 0.
    pub fn tiles(&self) -> Vec<u8> {
        let script = "return [...document.querySelectorAll('#board [data-cell]')]
            .sort((a, b) => a.dataset.cell - b.dataset.cell).map((e) => Number(e.textContent))";
        serde_json::from_value(self.js(script)).unwrap()
    }

    /// Opens another tab and switches to it; returns the way back.
    pub fn new_tab(&self) -> impl Fn() {
        let first = self.runtime.block_on(self.client.window()).unwrap();
        let tab = self.runtime.block_on(self.client.new_window(true)).unwrap();
        self.runtime.block_on(self.client.switch_to_window(tab.handle)).unwrap();
        move || self.runtime.block_on(self.client.switch_to_window(first.clone())).unwrap()
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.runtime.block_on(self.client.refresh()).unwrap();
        self.wait(
            "the page to be ready",
            "return !!document.querySelector('#status')?.textContent",
        );
    }

    /// A command of Chromium's own protocol.
    pub fn chromium(&self, command: &str, params: Value) -> Value {
        let body = json!({ "cmd": command, "params": params });
        self.runtime
            .block_on(self.client.issue_cmd(Own { path: "goog/cdp/execute", body }))
            .unwrap()
    }

    /// Moves the mouse to a place of the window.
    pub fn point(&self, (x, y): (f64, f64)) {
        self.mouse("mouseMoved", (x, y), 0);
    }

    /// Presses the mouse at the first of these places of the window, moves it to each, and lets go.
    pub fn drag(&self, places: &[(f64, f64)]) {
        self.mouse("mouseMoved", places[0], 0);
        self.mouse("mousePressed", places[0], 1);
        for &place in &places[1..] {
            self.mouse("mouseMoved", place, 1);
        }
        self.mouse("mouseReleased", places[places.len() - 1], 0);
    }

    /// Turns the wheel of the mouse at a place of the window, upwards if negative.
    pub fn wheel(&self, (x, y): (f64, f64), by: i32) {
        let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
        self.chromium("Input.dispatchMouseEvent", event);
    }

    fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u8) {
        let button = if kind == "mouseMoved" && buttons == 0 { "none" } else { "left" };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
            "clickCount": 1 });
        self.chromium("Input.dispatchMouseEvent", event);
    }

    /// The size of the window's inside.
    pub fn size(&self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.chromium("Emulation.setDeviceMetricsOverride", size);
    }

    /// Keeps a picture for people to look at.
    pub fn screenshot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        if let Ok(picture) = self.runtime.block_on(self.client.screenshot()) {
            std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
        }
    }

    /// How many searches the server runs.
    pub fn running(&self) -> u64 {
        let mut stream = TcpStream::connect(self.server).unwrap();
        let host = self.server;
        write!(stream, "GET /api/status HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        serde_json::from_str::<Value>(body).unwrap()["running"].as_u64().unwrap()
    }

    /// Waits until the server runs nothing, which must happen within this time.
    pub fn wait_idle(&self, within: Duration) {
        let begun = Instant::now();
        while self.running() > 0 {
            assert!(begun.elapsed() < within, "the server still runs a search");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits for a downloaded file and gives its text. Before a browser writes the file it
    /// may keep its place with an empty one.
    pub fn downloaded(&self, extension: &str) -> String {
        let begun = Instant::now();
        loop {
            let files = std::fs::read_dir(self.folder.path()).unwrap();
            let paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
            let mut wanted =
                paths.iter().filter(|path| path.extension().is_some_and(|e| e == extension));
            let text = wanted.next().and_then(|path| std::fs::read_to_string(path).ok());
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "no .{extension} among {paths:?}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    fn console_errors(&self) -> Vec<String> {
        let command = Own { path: "se/log", body: json!({ "type": "browser" }) };
        let lines = self.runtime.block_on(self.client.issue_cmd(command)).unwrap();
        let lines = lines.as_array().cloned().unwrap_or_default();
        let errors = lines.iter().filter(|line| line["level"] == "SEVERE");
        errors.map(|line| line["message"].as_str().unwrap_or_default().to_string()).collect()
    }
}

/// Chromium without windows, which takes half of a browser's time; if it is missing, a browser does.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

fn capabilities() -> Value {
    let mut options = json!({ "args": [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--window-size=1600,900",
    ] });
    if Path::new(SHELL).exists() {
        options["binary"] = SHELL.into();
    }
    json!({
        "goog:loggingPrefs": { "browser": "ALL" },
        "timeouts": { "script": 300_000 },
        "goog:chromeOptions": options,
    })
}

/// A command that only chromedriver has.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// chromedriver, which ends with its browser when this is dropped.
struct Driver {
    process: Child,
    port: u16,
}

/// Runs chromedriver until its input ends, which it does with the process of the tests, however that
/// ends; then closes the browser. Its profile is in the folder `$2`.
const DRIVER: &str = r#"
    TMPDIR="$2" chromedriver --port="$1" &
    read -r _
    kill $!
    pkill -f -- "--user-data-dir=$2"
    rm -rf "$2"
"#;

impl Driver {
    fn start() -> Self {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let folder = TempDir::new().unwrap().keep();
        let mut process = Command::new("sh")
            .args(["-c", DRIVER, "sh", &port.to_string()])
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().expect("it is piped")).lines();
        let ready = lines.map_while(Result::ok).any(|line| line.contains("started successfully"));
        assert!(ready, "chromedriver does not start: scripts/test installs it");
        Driver { process, port }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
