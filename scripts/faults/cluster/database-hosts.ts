import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from '../../../src/platform/database/connections/client.ts';
import { Host } from './hosts.ts';

const bin = '/usr/lib/postgresql/17/bin';

/** What Patroni says of a member. */
interface Member {
  name: string;
  role: 'leader' | 'quorum_standby' | 'replica';
  state: string;
  lag?: number;
}

/** Three hosts with etcd, and PostgreSQL under Patroni: a primary and two replicas, one of which has each commit. */
export class DatabaseHosts {
  readonly hosts = [1, 2, 3].map((n) => new Host(`db${n}`, 10 + n));

  async start(): Promise<void> {
    for (const host of this.hosts) {
      const configuration = JSON.stringify(configure(host, this.hosts));
      writeFileSync(join(host.folder, 'patroni.json'), configuration);
      this.startEtcd(host);
    }
    await sleep(1000);
    for (const host of this.hosts) startPatroni(host);
    await this.untilHealthy(120);
    const client = new DatabaseClient({ connectionString: this.url('postgres', 'postgres') });
    await client.connect();
    for (const sql of [
      'create role plaza login',
      'create database plaza owner plaza',
      `alter role plaza set statement_timeout = '10s'`,
      'alter role plaza set plan_cache_mode = force_generic_plan',
      'alter role plaza set jit = off',
    ])
      await client.query(sql);
    await client.end();
  }

  /** The address of all hosts, of which a session uses the primary. */
  url(user = 'plaza', database = 'plaza'): string {
    return `postgres://${user}@${this.hosts.map(({ address }) => address).join(',')}/${database}`;
  }

  /** The host in a role. Throws if there is none. */
  async find(role: Member['role']): Promise<Host> {
    const member = (await this.#members()).find((each) => each.role === role);
    const host = this.hosts.find(({ name }) => name === member?.name);
    if (!host) throw new Error(`No host is ${role}`);
    return host;
  }

  /** Waits until there is a primary that two replicas follow, which have each commit in turn. */
  async untilHealthy(seconds = 90): Promise<void> {
    let members: Member[] = [];
    for (let left = seconds * 4; left > 0; left -= 1) {
      members = await this.#members().catch(() => []);
      const isFollowing = ({ state, lag }: Member) => state === 'streaming' && (lag ?? 0) < 1_000_000;
      if (
        members.some(({ role, state }) => role === 'leader' && state === 'running') &&
        members.filter((each) => each.role === 'quorum_standby' && isFollowing(each)).length ===
          this.hosts.length - 1
      )
        return;
      await sleep(250);
    }
    throw new Error(`The database is not healthy after ${seconds} s: ${JSON.stringify(members)}`);
  }

  async switchOver(): Promise<void> {
    const [leader, candidate] = [await this.find('leader'), await this.find('quorum_standby')];
    const answer = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
    });
    if (answer.status !== 200) throw new Error(`Patroni refuses to switch over: ${await answer.text()}`);
  }

  startEtcd(host: Host): void {
    const { name, address, disk } = host;
    const peers = this.hosts.map((each) => `${each.name}=http://${each.address}:2380`);
    host.start({
      name: 'etcd',
      isInstalled: true,
      command: [
        'etcd',
        ...['--name', name, '--data-dir', `${disk}/etcd`, '--log-level', 'error'],
        ...[
          '--listen-client-urls',
          `http://${address}:2379`,
          '--advertise-client-urls',
          `http://${address}:2379`,
        ],
        ...['--listen-peer-urls', `http://${address}:2380`],
        ...['--initial-advertise-peer-urls', `http://${address}:2380`],
        ...['--initial-cluster', peers.join(',')],
      ],
    });
  }

  /** Starts a host that lost its power. */
  powerOn(host: Host): void {
    host.plugIn();
    this.startEtcd(host);
    startPatroni(host);
  }

  /** As the primary says: a host that was cut off may still say what was before. */
  async #members(): Promise<Member[]> {
    const answers = this.hosts.map(async ({ address }) => {
      const ask = (path: string) =>
        fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1500) });
      const primary = await ask('/primary');
      await primary.body?.cancel();
      if (primary.status !== 200) throw new Error(`${address} is not the primary`);
      return ((await (await ask('/cluster')).json()) as { members: Member[] }).members;
    });
    return Promise.any(answers);
  }
}

function startPatroni(host: Host): void {
  host.start({ name: 'patroni', isInstalled: true, command: ['patroni', `${host.disk}/patroni.json`] });
}

/** Patroni's settings. YAML includes JSON. */
function configure({ name, address, disk }: Host, hosts: readonly Host[]): object {
  return {
    scope: 'plaza',
    name,
    restapi: { listen: '0.0.0.0:8008', connect_address: `${address}:8008` },
    etcd3: { hosts: hosts.map((each) => `${each.address}:2379`) },
    bootstrap: {
      // The shortest that Patroni accepts, but for the pause between its rounds.
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        // A commit waits for any one replica, so that losing one stops nothing.
        synchronous_mode: 'quorum',
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 120,
            max_wal_size: '256MB',
            wal_keep_size: '128MB',
            wal_log_hints: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: '0.0.0.0:5432',
      connect_address: `${address}:5432`,
      data_dir: `${disk}/data`,
      bin_dir: bin,
      pgpass: `${disk}/pgpass`,
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: disk, shared_buffers: '128MB', log_min_messages: 'warning' },
      pg_hba: ['local all all trust', 'host all all 0.0.0.0/0 trust', 'host replication all 0.0.0.0/0 trust'],
    },
  };
}
