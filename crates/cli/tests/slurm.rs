//! Experiments and counts on a real Slurm. `scripts/test` installs one and runs these.

#[path = "slurm/cluster.rs"]
mod cluster;

use cluster::Cluster;

#[test]
#[ignore = "needs Slurm; scripts/test runs it"]
fn a_killed_node_comes_back() {
    let mut cluster = Cluster::start();
    let script = "--wrap=sleep 600";
    let job = cluster.ask("sbatch", &["--parsable", "--array=0-1", "--requeue", script]);
    cluster.wait("both tasks to run", || cluster.running() == 2);
    cluster.kill_node(1);
    cluster.wait("the node to be missed", || cluster.node_states()[1].starts_with("down"));
    cluster.revive_node(1);
    cluster.wait("the node to be back", || cluster.node_states()[1] == "idle");
    for task in 0..2 {
        cluster.ask("scontrol", &["update", &format!("JobId={job}_{task}"), "StartTime=now"]);
    }
    cluster.wait("both tasks to run again", || cluster.running() == 2);
}
