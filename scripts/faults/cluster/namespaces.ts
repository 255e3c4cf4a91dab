import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The system that the hosts of the cluster run. `CLUSTER_ROOT` names another one. */
export const root = process.env.CLUSTER_ROOT ?? '/var/tmp/plaza-cluster/root';

const packages = ['postgresql-17', 'patroni', 'etcd-server', 'etcd-client', 'haproxy', 'pgbouncer'];
const programs = [
  'usr/bin/etcd',
  'usr/bin/patroni',
  'usr/bin/patronictl',
  'usr/lib/postgresql/17/bin/postgres',
  'usr/sbin/haproxy',
  'usr/sbin/pgbouncer',
  'usr/bin/valkey-server',
];

/**
 * Runs the rounds in namespaces of their own. Whatever ends this process, the kernel then ends all processes of the
 * cluster, and removes its network and its disks, which are in memory. Returns the exit code.
 */
export async function runInNamespaces(args: readonly string[]): Promise<number> {
  const missing = findMissing();
  if (missing !== undefined) {
    console.log(missing);
    return 2;
  }
  if (!hasPrograms()) installRoot();
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--net', '--pid', '--fork', '--kill-child=KILL', '--mount-proc'],
      ...[
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        'scripts/faults/cluster/run.ts',
        ...args,
      ],
    ],
    // The pipe ends with this process, and the rounds with it.
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.stdin.end());
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 2;
}

/** Returns what the machine lacks, as a sentence. */
function findMissing(): string | undefined {
  if (process.platform !== 'linux') return 'The cluster needs Linux: its hosts are network namespaces.';
  if (process.getuid?.() !== 0) return 'The cluster needs root, to create namespaces. Use sudo.';
  const commands = ['unshare', 'nsenter', 'ip', 'mount', 'chroot', ...(hasPrograms() ? [] : ['debootstrap'])];
  const absent = commands.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  if (absent.length > 0)
    return `Missing: ${absent.join(', ')}. On Debian: apt-get install util-linux iproute2 coreutils mount debootstrap`;
  if (spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status !== 0)
    return 'The kernel refuses to create namespaces, as it does in most containers. Use a machine or a virtual machine.';
  return undefined;
}

const hasPrograms = (): boolean => programs.every((name) => existsSync(join(root, name)));

/** Installs Debian 13 with the servers in a folder, once. */
function installRoot(): void {
  if (existsSync(root) && statSync(root).isDirectory())
    console.log(`${root} lacks some of ${programs.join(', ')} and is completed.`);
  console.log(
    `Installing ${packages.join(', ')} and valkey-server in ${root}, which takes minutes and 850 MB …`,
  );
  const include = [...packages, 'valkey-server'].join(',');
  const { status } = spawnSync('debootstrap', [`--include=${include}`, '--variant=minbase', 'trixie', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0 || !hasPrograms())
    throw new Error(`debootstrap failed; see above and ${root}/debootstrap/debootstrap.log`);
}
