import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuild, serverFile } from '../../build/ensure-build.ts';
import type { DatabaseHosts } from './database-hosts.ts';
import { Host, ownAddress } from './hosts.ts';

const ports = { plaza: 8000, hop: 8001, pooler: 6432, database: 5432, redis: 6379 };

/** Everything before and beside the database: two application hosts, HAProxy with PgBouncer, and Valkey. */
export class Application {
  readonly hosts = [1, 2].map((n) => new Host(`app${n}`, 20 + n));
  readonly proxy = new Host('proxy', 31);
  readonly valkey = new Host('valkey', 41);
  /** Addresses of the services, by HAProxy. */
  readonly plaza = `http://${this.proxy.address}:${ports.plaza}`;
  readonly hop = `http://${this.proxy.address}:${ports.hop}`;
  readonly #database: DatabaseHosts;
  readonly #environment: Record<string, string>;

  constructor(database: DatabaseHosts, facilitator: string) {
    this.#database = database;
    this.#environment = {
      DATABASE_URL: `postgres://plaza@${this.proxy.address}:${ports.pooler}/plaza`,
      DATABASE_DIRECT_URL: database.url(),
      DATABASE_REPLICA_URL: database.hosts
        .map(({ address }) => `postgres://plaza@${address}/plaza`)
        .join(','),
      REDIS_URL: `redis://${this.valkey.address}:${ports.redis}`,
      PLAZA_URL: this.plaza,
      HOP_URL: this.hop,
      PLAZA_PORT: String(ports.plaza),
      HOP_PORT: String(ports.hop),
      TRUST_PROXY: this.proxy.address,
      SECRET_KEY: 'ab'.repeat(32),
      RATE_LIMITS: 'false',
      DISK_RESERVE_MIB: '0',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      OUTBOUND_ALLOW: `${ownAddress}/32`,
      X402_FACILITATOR_URL: facilitator,
      X402_PAY_TO_BASE: `0x${'12'.repeat(20)}`,
      X402_PAY_TO_SOLANA: 'So11111111111111111111111111111111111111112',
      X402_BASE_RPC_URL: '',
      X402_SOLANA_RPC_URL: '',
    };
  }

  async start(): Promise<void> {
    await ensureBuild();
    this.startValkey();
    this.#startProxy();
    for (const host of this.hosts) {
      this.startServer(host);
      await this.untilReady(host);
    }
  }

  startServer(host: Host): void {
    mkdirSync(join(host.folder, 'data'), { recursive: true });
    // Uploads of all hosts are in one network folder, as without S3_BUCKET.
    const uploads = join(this.proxy.folder, 'uploads');
    mkdirSync(uploads, { recursive: true });
    try {
      symlinkSync(uploads, join(host.folder, 'data', 'uploads'));
    } catch {
      // The link is there from a former start.
    }
    host.start({
      name: 'server',
      isInstalled: false,
      command: [process.execPath, '--disable-warning=ExperimentalWarning', resolve(serverFile)],
      environment: { ...this.#environment, DATA_DIR: join(host.folder, 'data') },
    });
  }

  startValkey(): void {
    this.valkey.start({
      name: 'valkey',
      isInstalled: true,
      command: ['valkey-server', '--port', String(ports.redis), '--protected-mode', 'no', '--save', ''],
    });
  }

  async untilReady(host: Host): Promise<void> {
    for (let left = 600; left > 0; left -= 1) {
      if (!host.isRunning('server'))
        throw new Error(`The server on ${host.name} ended. ${host.lastWords('server')}`);
      const answer = await fetch(`http://${host.address}:${ports.hop}/readyz`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 200) return;
      await sleep(100);
    }
    throw new Error(`The server on ${host.name} is not ready after a minute. ${host.lastWords('server')}`);
  }

  #startProxy(): void {
    const { proxy } = this;
    writeFileSync(join(proxy.folder, 'haproxy.cfg'), haproxy(this.hosts, this.#database.hosts));
    writeFileSync(join(proxy.folder, 'pgbouncer.ini'), pgbouncer());
    proxy.start({
      name: 'haproxy',
      isInstalled: true,
      command: ['haproxy', '-db', '-f', `${proxy.disk}/haproxy.cfg`],
    });
    proxy.start({
      name: 'pgbouncer',
      isInstalled: true,
      command: ['pgbouncer', '--quiet', `${proxy.disk}/pgbouncer.ini`],
    });
  }
}

/** deploy/haproxy.cfg without HTTPS, and what is in front of the primary of the database. */
function haproxy(servers: readonly Host[], databases: readonly Host[]): string {
  const text = readFileSync('deploy/haproxy.cfg', 'utf8');
  const [defaults = '', backends = ''] = text
    .slice(text.indexOf('defaults'))
    .split(/^frontend web\n[^]*?(?=^backend)/m);
  const linesOf = (line: string, example: string, service: 'plaza' | 'hop') =>
    servers
      .map(({ name, address }) => line.replace('one', name).replace(example, `${address}:${ports[service]}`))
      .join('');
  return `global
  log stdout format raw local0
${defaults}
  log global
  option httplog
${(['plaza', 'hop'] as const)
  .map((service) => `frontend ${service}\n  bind :${ports[service]}\n  default_backend ${service}\n`)
  .join('')}
${backends
  .replace(/^.*server one.*(127.0.0.1:3000).*\n/gm, (line, example: string) =>
    linesOf(line, example, 'plaza'),
  )
  .replace(/^.*server one.*(127.0.0.1:3001).*\n/gm, (line, example: string) => linesOf(line, example, 'hop'))}
listen primary
  bind :${ports.database}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server check port 8008 inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.map(({ name, address }) => `  server ${name} ${address}:5432\n`).join('')}`;
}

/** The settings of docs/operations.md. */
function pgbouncer(): string {
  const [, settings = ''] = /^```ini\n(.*?)^```/ms.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  return `[databases]
* = host=127.0.0.1 port=${ports.database} user=plaza
[pgbouncer]
listen_addr = 0.0.0.0
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = any
${settings}`;
}
