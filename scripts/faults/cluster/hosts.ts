import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './namespaces.ts';

/** A service of a host. */
interface Service {
  name: string;
  command: readonly string[];
  environment?: Record<string, string>;
  /** Runs in the installed system, as PostgreSQL's user. Else here, as this user. */
  isInstalled: boolean;
}

const network = '10.70.0';
/** The address of this process in the network of the cluster. */
export const ownAddress = `${network}.1`;
/** The folder of all disks, as this process and as services see it. */
const disks = { here: join(root, 'mnt'), there: '/mnt' };

const sh = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Creates the network and the disks. Runs in namespaces of its own, which end with this process. */
export function createNetwork(): void {
  sh('mount', '-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', disks.here);
  sh('mount', '--rbind', '/dev', join(root, 'dev'));
  mkdirSync('/run/netns', { recursive: true });
  sh('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns');
  sh('ip', 'link', 'set', 'lo', 'up');
  sh('ip', 'link', 'add', 'switch', 'type', 'bridge');
  sh('ip', 'address', 'add', `${ownAddress}/24`, 'dev', 'switch');
  sh('ip', 'link', 'set', 'switch', 'up');
}

/** Copies what all services have printed, since the disks end with this process. */
export function copyLogs(to: string): void {
  for (const path of globSync('*/*.log', { cwd: disks.here }))
    cpSync(join(disks.here, path), join(to, path.replace('/', '-')));
}

/** A machine of the cluster: a network namespace, a folder as its disk, and services with process namespaces of their own. */
export class Host {
  readonly name: string;
  readonly address: string;
  /** Its disk, as services of the installed system see it. */
  readonly disk: string;
  /** Its disk, as this process sees it. */
  readonly folder: string;
  readonly #running = new Map<string, ChildProcess>();

  constructor(name: string, number: number) {
    this.name = name;
    this.address = `${network}.${number}`;
    this.disk = join(disks.there, name);
    this.folder = join(disks.here, name);
    sh('ip', 'netns', 'add', name);
    sh('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    sh('ip', '-n', name, 'address', 'add', `${this.address}/24`, 'dev', 'eth0');
    sh('ip', '-n', name, 'link', 'set', 'lo', 'up');
    sh('ip', '-n', name, 'link', 'set', 'eth0', 'up');
    sh('ip', 'link', 'set', name, 'up');
    this.plugIn();
    this.formatDisk();
  }

  /** Empties its disk. */
  formatDisk(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true, mode: 0o755 });
    sh('chroot', root, 'chown', 'postgres:postgres', this.disk);
  }

  /** Connects it to the network. */
  plugIn(): void {
    sh('ip', 'link', 'set', this.name, 'master', 'switch');
  }

  /** Cuts it off: whatever is sent to it or by it vanishes without an answer. */
  unplug(): void {
    sh('ip', 'link', 'set', this.name, 'nomaster');
  }

  /** Starts a service. Its output goes to a file on the disk. */
  start({ name, command, environment, isInstalled }: Service): void {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const inRoot = ['chroot', '--userspec=postgres:postgres', root, 'env', 'HOME=/tmp', 'LC_ALL=C.UTF-8'];
    const child = spawn(
      'nsenter',
      [
        `--net=/run/netns/${this.name}`,
        ...['unshare', '--pid', '--mount', '--fork', '--kill-child=KILL'],
        `--mount-proc=${isInstalled ? join(root, 'proc') : '/proc'}`,
        // Ends with this process, and everything in the namespace with it. What changes its user would not.
        ...['sh', '-c', '"$@" & wait', 'sh'],
        ...(isInstalled ? inRoot : []),
        ...command,
      ],
      { stdio: ['ignore', log, log], env: { ...process.env, ...environment } },
    );
    this.#running.set(name, child);
  }

  isRunning(name: string): boolean {
    return isRunning(this.#running.get(name));
  }

  /** The end of what a service has printed. */
  lastWords(name: string): string {
    return readFileSync(join(this.folder, `${name}.log`), 'utf8').slice(-2000);
  }

  /** Kills a service and everything that it started. */
  async kill(name: string): Promise<void> {
    const child = this.#running.get(name);
    this.#running.delete(name);
    if (!isRunning(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Takes its power: nothing that it would still say is heard. */
  async losePower(): Promise<void> {
    this.unplug();
    for (const name of [...this.#running.keys()]) await this.kill(name);
  }

  /** Runs a command on it and returns its output. */
  run(command: readonly string[]): string {
    return execFileSync(
      'nsenter',
      [`--net=/run/netns/${this.name}`, 'chroot', '--userspec=postgres:postgres', root, ...command],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 20_000 },
    );
  }
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child?.exitCode === null && child.signalCode === null;
