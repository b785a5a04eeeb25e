//! A real Slurm cluster of two nodes on this host, in its own folder.

use std::cell::Cell;
use std::fs::{self, File};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The daemons of a cluster; dropping it stops them all, by process id.
pub struct Cluster {
    folder: TempDir,
    munged: Daemon,
    controller: Daemon,
    nodes: [Option<Daemon>; 2],
}

/// The names of the nodes.
pub const NODES: [&str; 2] = ["n1", "n2"];

impl Cluster {
    /// Starts one and waits until both nodes are idle.
    pub fn start() -> Self {
        let folder = TempDir::with_prefix("goalward-slurm-").expect("a folder can be made");
        let at = folder.path();
        fs::set_permissions(at, fs::Permissions::from_mode(0o700)).unwrap();
        for name in ["state", "log"] {
            fs::create_dir(at.join(name)).unwrap();
        }
        fs::write(at.join("slurm.conf"), configuration(at)).unwrap();
        let munged = start_munged(at);
        let conf = at.join("slurm.conf").display().to_string();
        let controller = Daemon::start(at, "slurmctld", "slurmctld", &["-D", "-f", &conf]);
        let nodes = NODES.map(|name| Some(start_node(at, name)));
        let cluster = Cluster { folder, munged, controller, nodes };
        cluster.wait("both nodes to be idle", || cluster.node_states() == ["idle", "idle"]);
        cluster
    }

    /// A command that talks to this cluster.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    /// What a Slurm command prints; nothing if it fails, as when the controller is busy.
    fn ask(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let output = self.command(program).args(arguments).output().expect("Slurm is installed");
        let printed = String::from_utf8_lossy(&output.stdout).trim().to_string();
        output.status.success().then_some(printed)
    }

    /// The tasks in the queue, of one state or of all.
    fn tasks(&self, state: &[&str]) -> Option<Vec<String>> {
        let printed = self.ask("squeue", &[&["-h", "-r", "-o", "%i"], state].concat())?;
        Some(printed.lines().map(String::from).collect())
    }

    /// The states of the nodes, by name.
    pub fn node_states(&self) -> Vec<String> {
        let printed = self.ask("sinfo", &["-h", "-N", "-o", "%N %t"]).unwrap_or_default();
        let mut lines: Vec<_> = printed.lines().map(String::from).collect();
        lines.sort();
        let state = |line: &String| line.split(' ').nth(1).unwrap_or_default().to_string();
        lines.iter().map(state).collect()
    }

    /// How many tasks run now.
    pub fn running(&self) -> usize {
        self.tasks(&["-t", "R"]).map_or(0, |tasks| tasks.len())
    }

    /// Whether a process of a job is at work on a node. A task counts as running a moment before
    /// its first process is there.
    pub fn is_at_work(&self, index: usize) -> bool {
        !self.processes_on(NODES[index]).is_empty()
    }

    /// Kills the daemon of a node and every process of the jobs on it, at once, as a power
    /// cut would. The daemons of the steps go first: one that outlives its step reports that
    /// the step failed, and what has failed is not put back in the queue. The node stays down: the
    /// controller's order to end what ran there would reach a revived node late, and end the
    /// task that has started again under the same number.
    pub fn kill_node(&mut self, index: usize) {
        let mut daemon = self.nodes[index].take().expect("the node is up");
        daemon.kill();
        kill(&self.processes_on(NODES[index]));
    }

    /// The processes of the jobs on a node, which carry its name, after the daemons of their
    /// steps, whose children they are.
    fn processes_on(&self, node: &str) -> Vec<u32> {
        let name = format!("SLURMD_NODENAME={node}");
        let conf = format!("SLURM_CONF={}", self.folder.path().join("slurm.conf").display());
        let belongs = |process: &u32| {
            let bytes = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes);
            let has = |wanted: &str| text.split('\0').any(|variable| variable == wanted);
            has(&name) && has(&conf)
        };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let work: Vec<u32> = numbers.filter(belongs).collect();
        let parents = work.iter().filter_map(|&process| parent(process));
        parents.filter(|&parent| is_step_daemon(parent)).chain(work.iter().copied()).collect()
    }

    /// Waits until `done`, for three minutes at most.
    pub fn wait(&self, what: &str, done: impl Fn() -> bool) {
        let began = Instant::now();
        while !done() {
            if began.elapsed() > Duration::from_secs(180) {
                panic!("waited three minutes for {what}:\n{}", self.logs());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Waits until no job is left for two seconds: a task on its way back into the queue may not
    /// be listed. Slurm lets a requeued task wait for two minutes, which is longer than a test can.
    pub fn wait_for_the_queue(&self) {
        let empty_since = Cell::new(None);
        self.wait("the queue to be empty", || {
            for task in self.tasks(&["-t", "PD"]).unwrap_or_default() {
                self.ask("scontrol", &["update", &format!("JobId={task}"), "StartTime=now"]);
            }
            if self.tasks(&[]).is_none_or(|tasks| !tasks.is_empty()) {
                empty_since.set(None);
                return false;
            }
            let since = empty_since.get().unwrap_or_else(Instant::now);
            empty_since.set(Some(since));
            since.elapsed() > Duration::from_secs(2)
        });
    }

    /// The end of every daemon's log, to be shown with a failure.
    pub fn logs(&self) -> String {
        let logs = fs::read_dir(self.folder.path().join("log")).into_iter().flatten().flatten();
        logs.map(|entry| {
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            let from = text.len().saturating_sub(6000);
            let tail: String = text.chars().skip(text[..from].chars().count()).collect();
            format!("{}:\n{tail}\n", entry.path().display())
        })
        .collect()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for index in 0..NODES.len() {
            if self.nodes[index].is_some() {
                self.kill_node(index);
            }
        }
        self.controller.kill();
        self.munged.kill();
    }
}

/// A process of the test, its output in a file.
struct Daemon(Child);

impl Daemon {
    fn start(at: &Path, name: &str, program: &str, arguments: &[&str]) -> Self {
        let log = File::create(at.join("log").join(format!("{name}.out"))).unwrap();
        let output = log.try_clone().unwrap();
        let mut command = Command::new(system_program(program));
        command.args(arguments).stdin(Stdio::null()).stdout(output).stderr(log);
        let child = command.spawn();
        Daemon(child.unwrap_or_else(|error| panic!("{program} does not start: {error}")))
    }

    fn kill(&mut self) {
        // It may be gone already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn kill(processes: &[u32]) {
    if processes.is_empty() {
        return;
    }
    // Some may be gone already.
    let _ = Command::new("kill").arg("-KILL").args(processes.iter().map(u32::to_string)).status();
}

fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
}

fn is_step_daemon(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/comm"))
        .is_ok_and(|name| name.starts_with("slurmstepd"))
}

fn start_node(at: &Path, name: &str) -> Daemon {
    let conf = at.join("slurm.conf").display().to_string();
    Daemon::start(at, name, "slurmd", &["-D", "-N", name, "-f", &conf])
}

fn start_munged(at: &Path) -> Daemon {
    let mut key = vec![0; 1024];
    std::io::Read::read_exact(&mut File::open("/dev/urandom").unwrap(), &mut key).unwrap();
    fs::write(at.join("munge.key"), key).unwrap();
    fs::set_permissions(at.join("munge.key"), fs::Permissions::from_mode(0o400)).unwrap();
    let place = |name: &str| at.join(name).display().to_string();
    let (key, socket, pid) = (place("munge.key"), place("munge.socket"), place("munged.pid"));
    let (log, seed) = (place("log/munged.log"), place("munge.seed"));
    let options = ["--key-file", &key, "--socket", &socket, "--pid-file", &pid];
    let more = ["--log-file", &log, "--seed-file", &seed, "--foreground", "--force"];
    let arguments = [options.as_slice(), more.as_slice()].concat();
    let daemon = Daemon::start(at, "munged", "munged", &arguments);
    let began = Instant::now();
    while !at.join("munge.socket").exists() {
        assert!(began.elapsed() < Duration::from_secs(20), "munged made no socket");
        std::thread::sleep(Duration::from_millis(50));
    }
    daemon
}

/// Daemons are not on every user's path.
fn system_program(name: &str) -> PathBuf {
    let beside = Path::new("/usr/sbin").join(name);
    if beside.exists() { beside } else { name.into() }
}

fn user() -> String {
    let output = Command::new("id").arg("-un").output().expect("id is everywhere");
    String::from_utf8_lossy(&output.stdout).trim().to_string()
}

/// Ports that are free now, all different.
fn free_ports() -> [u16; 3] {
    let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port is free"));
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

fn configuration(at: &Path) -> String {
    let output = Command::new("hostname").arg("-s").output().expect("hostname is everywhere");
    let host = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let (at, user, [controller, first, second]) = (at.display(), user(), free_ports());
    format!(
        "ClusterName=goalward
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={at}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=1
StateSaveLocation={at}/state
SlurmdSpoolDir={at}/spool-%n
SlurmctldPidFile={at}/slurmctld.pid
SlurmdPidFile={at}/slurmd-%n.pid
SlurmctldLogFile={at}/log/slurmctld.log
SlurmdLogFile={at}/log/slurmd-%n.log
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={first} CPUs=1
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={second} CPUs=1
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"
    )
}
