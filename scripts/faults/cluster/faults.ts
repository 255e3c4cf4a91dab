import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from './application.ts';
import type { DatabaseHosts } from './database-hosts.ts';
import type { Host } from './hosts.ts';
import { root } from './namespaces.ts';

/** The cluster, and what to do to it. */
export interface World {
  database: DatabaseHosts;
  application: Application;
}

export interface Fault {
  name: string;
  /** Makes the fault. Returns how to end it, which returns what must not have happened. */
  make: (world: World) => Promise<() => Promise<string[]> | string[]>;
  /** Seconds until the fault is ended, at least. It lasts until all kinds of writes are acknowledged again. */
  lasts: number;
  /** The host's clicks of the last flush go with it. */
  losesDisk?: true;
}

const killDatabase =
  (role: 'leader' | 'quorum_standby'): Fault['make'] =>
  async ({ database }) => {
    const host = await database.find(role);
    await host.losePower();
    return () => {
      database.powerOn(host);
      return [];
    };
  };

export const faults: readonly Fault[] = [
  { name: 'primary killed', make: killDatabase('leader'), lasts: 5 },
  {
    name: 'primary cut off',
    lasts: 30,
    make: async ({ database }) => {
      const host = await database.find('leader');
      host.unplug();
      const writes = writeLocally(host);
      return async () => {
        const accepted = await writes.stop();
        host.plugIn();
        return accepted > 0 ? [`the old primary accepted ${accepted} writes while it was cut off`] : [];
      };
    },
  },
  {
    name: 'planned switchover',
    lasts: 10,
    make: async ({ database }) => {
      await database.switchOver();
      return () => [];
    },
  },
  { name: 'replica lost', make: killDatabase('quorum_standby'), lasts: 12 },
  {
    name: 'etcd member lost',
    lasts: 12,
    make: async ({ database }) => {
      const host = await database.find('leader');
      await host.kill('etcd');
      return () => {
        database.startEtcd(host);
        return [];
      };
    },
  },
  {
    name: 'Valkey killed',
    lasts: 12,
    make: async ({ application }) => {
      await application.valkey.kill('valkey');
      return () => {
        application.startValkey();
        return [];
      };
    },
  },
  {
    name: 'application host killed',
    lasts: 8,
    make: async ({ application }) => {
      const host = anyOf(application.hosts);
      await host.losePower();
      return () => restart(application, host);
    },
  },
  {
    name: 'disk of an application host lost',
    lasts: 8,
    losesDisk: true,
    make: async ({ application }) => {
      const host = anyOf(application.hosts);
      await host.losePower();
      host.formatDisk();
      return () => restart(application, host);
    },
  },
];

const anyOf = (hosts: readonly Host[]): Host => {
  const host = hosts[Math.floor(Math.random() * hosts.length)];
  if (!host) throw new Error('There are no hosts');
  return host;
};

async function restart(application: Application, host: Host): Promise<string[]> {
  host.plugIn();
  application.startServer(host);
  await application.untilReady(host);
  return [];
}

/** Writes on a host itself, over its socket, until stopped. Returns how many writes were acknowledged. */
function writeLocally(host: Host) {
  let accepted = 0;
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      const sql = `insert into system.setting (name, value, changed_at) values ('fault', '1', now())
        on conflict (name) do update set changed_at = now()`;
      const child = spawn(
        'chroot',
        [
          ...['--userspec=postgres:postgres', root, 'timeout', '--signal=KILL', '3', 'psql'],
          ...['--quiet', '--no-psqlrc', '-h', host.disk, '-U', 'postgres', '-d', 'plaza', '-c', sql],
        ],
        { stdio: 'ignore' },
      );
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code === 0) accepted += 1;
      await sleep(200);
    }
  };
  const done = write();
  return {
    stop: async () => {
      isOver = true;
      await done;
      return accepted;
    },
  };
}
