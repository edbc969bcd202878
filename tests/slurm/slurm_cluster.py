"""A real Slurm on this machine's loopback, for a test: munged, slurmctld and some `slurmd -N` with ports, keys,
configuration and state of their own in a temporary folder. Needs root and Debian's slurm-wlm and munge; no systemd, no
cgroups, no dbus.

    with SlurmCluster(nodes=4, topology_conf="SwitchName=s0 Nodes=node[0-3]\\n") as slurm:
        slurm.run(["srun", "-N4", "hostname"])           # a subprocess.CompletedProcess; fails on a bad exit
        slurm.run(["sbatch", "--wait", "--array=0-7", "job.sh"])

Everything is stopped by process id when the block ends, however it ends, and the folder is removed. The nodes are
called node0, node1, ...; they are one machine, so SLURMD_NODENAME tells them apart, and hostname does not.
"""
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "srun", "sbatch", "scontrol", "sinfo", "scancel")
START_SECONDS = 60
STOP_SECONDS = 5

CONFIGURATION = """\
ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={controller_port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
MailProg=/bin/true
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
ReturnToService=2
KillWait=2
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=2,batch_sched_delay=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
# The nodes are what this file says, not what the machine has.
SlurmdParameters=config_overrides
TopologyPlugin=topology/{topology}
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=10 State=UP
{more}
"""


class SlurmError(RuntimeError):
    """Slurm did not start, or a command failed; the text holds its output and the ends of the logs."""


def missing():
    """Why no cluster can be started here, or an empty text."""
    if os.geteuid() != 0:
        return "only root can start slurmd"
    absent = [program for program in PROGRAMS if not which(program)]
    return f"not installed: {', '.join(absent)}" if absent else ""


def which(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def free_ports(count):
    """Ports of 127.0.0.1 that nobody listens on, all different."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def die_with_parent():
    """Runs in a child: should this test be killed, the kernel kills its daemons too."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


class SlurmCluster:
    """`nodes` of them with `cpus` each. `topology_conf`: the text of a topology.conf (topology/tree), or None.
    `more`: lines for slurm.conf."""

    def __init__(self, nodes=4, cpus=8, topology_conf=None, more=""):
        self.nodes = [f"node{number}" for number in range(nodes)]
        self.cpus = cpus
        self.topology_conf = topology_conf
        self.more = more
        self.folder = None
        self.environment = None
        self.daemons = []

    def __enter__(self):
        reason = missing()
        if reason:
            raise SlurmError(reason)
        # Short: the name of a socket has at most 107 characters.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="slurm-", dir="/tmp"))
        try:
            self._configure()
            self._start()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_):
        self._stop()

    def run(self, command, seconds=60, check=True, environment=None, **options):
        """Runs one command as a user of the cluster would. Raises SlurmError when it takes longer than `seconds`, or,
        with `check`, when it fails."""
        try:
            done = subprocess.run(command, env={**self.environment, **(environment or {})}, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=seconds, **options)
        except subprocess.TimeoutExpired as expired:
            raise SlurmError(f"{command} took over {seconds} s\n{expired.stdout}\n{expired.stderr}\n{self.logs()}") from None
        if check and done.returncode != 0:
            raise SlurmError(f"{command} gave {done.returncode}\n{done.stdout}{done.stderr}{self.logs()}")
        return done

    def logs(self, lines=15):
        """The ends of all logs."""
        parts = []
        for path in sorted(self.folder.glob("*.log")):
            tail = path.read_text(errors="replace").splitlines()[-lines:]
            parts.append(f"--- {path.name}\n" + "\n".join(tail))
        return "\n".join(parts)

    def _configure(self):
        ports = free_ports(1 + len(self.nodes))
        nodes = "\n".join(
            f"NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs={self.cpus} State=UNKNOWN"
            for name, port in zip(self.nodes, ports[1:]))
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            controller_port=ports[0], folder=self.folder, nodes=nodes, more=self.more,
            topology="tree" if self.topology_conf else "none"))
        if self.topology_conf:
            (self.folder / "topology.conf").write_text(self.topology_conf)
        (self.folder / "state").mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(64))
        key.chmod(0o400)
        self.folder.chmod(0o755)  # munge wants others to reach its socket
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "SBATCH"))}
        self.environment["SLURM_CONF"] = str(self.folder / "slurm.conf")
        self.environment["PATH"] = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"

    def _start(self):
        self._spawn("munged", ["munged", "--foreground", "--force", "--num-threads=2", "--key-file=munge.key",
                               f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                               f"--seed-file={self.folder}/munged.seed"])
        self._wait("munged", (self.folder / "munge.socket").exists)
        self._spawn("slurmctld", ["slurmctld", "-D", "-c"])
        self._wait("slurmctld", lambda: self._quiet(["scontrol", "ping"]).returncode == 0)
        for name in self.nodes:
            self._spawn(name, ["slurmd", "-D", "-N", name])
        self._wait("slurmd", self._all_idle)

    def _spawn(self, name, command):
        with open(self.folder / f"{name}.out.log", "w", encoding="utf-8") as output:
            self.daemons.append((name, subprocess.Popen(  # pylint: disable=consider-using-with
                command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=die_with_parent)))

    def _quiet(self, command):
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=START_SECONDS, check=False)

    def _all_idle(self):
        states = self._quiet(["sinfo", "--noheader", "--Node", "--format=%t"]).stdout.split()
        return states == ["idle"] * len(self.nodes)

    def _wait(self, what, ready):
        end = time.monotonic() + START_SECONDS
        while not ready():
            for name, daemon in self.daemons:
                if daemon.poll() is not None:
                    raise SlurmError(f"{name} ended with {daemon.returncode} while starting\n{self.logs()}")
            if time.monotonic() > end:
                raise SlurmError(f"{what} was not ready after {START_SECONDS} s\n{self.logs()}")
            time.sleep(0.1)

    def _stop(self):
        if any(name == "slurmctld" and daemon.poll() is None for name, daemon in self.daemons):
            with contextlib.suppress(subprocess.TimeoutExpired):
                subprocess.run(["scancel", "--user=root"], env=self.environment, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=STOP_SECONDS, check=False)
        for _, daemon in reversed(self.daemons):
            if daemon.poll() is None:
                daemon.terminate()
        for _, daemon in reversed(self.daemons):
            try:
                daemon.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.daemons.clear()
        self._end_steps()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end_steps(self):
        """Steps outlive their slurmd. They, and the tasks in them, are the processes with our slurm.conf in their
        environment; nobody else can have it."""
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        end = time.monotonic() + STOP_SECONDS
        while True:
            left = [pid for pid in pids() if pid != os.getpid() and mark in environment_of(pid)]
            if not left or time.monotonic() > end:
                return
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)


def pids():
    return [int(path.name) for path in pathlib.Path("/proc").iterdir() if path.name.isdigit()]


def environment_of(pid):
    """The variables a process was started with, each NAME=VALUE; empty when it has ended."""
    try:
        return pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
