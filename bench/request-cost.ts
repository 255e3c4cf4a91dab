/**
 * Sends the largest accepted requests with the worst known texts to every operation and page of both services, to
 * the pages and paid calls of every tool, to the skills of agents and to sockets, and prints what costs the serving
 * process most processor time, as multiples of one password hash measured in the same run.
 * Usage: `node bench/request-cost.ts [parts of paths]`.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../src/identity/credentials/password.ts';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { connectAgent } from '../test/agent.ts';
import type { TestApp } from '../test/app.ts';
import { openPlaza } from '../test/ask-plaza.ts';
import { connectionTo } from '../test/database.ts';
import { freePorts } from '../test/free-ports.ts';
import { credentials } from '../test/garbage/credentials.ts';
import type { Target } from '../test/garbage/requests.ts';
import { targetsOf } from '../test/garbage/targets.ts';
import { cpuOfAsync } from '../test/pathological/cost.ts';
import { worstTexts } from '../test/pathological/texts.ts';
import { exchange, type Sent } from '../test/peers/exchange.ts';
import { startServices } from '../test/services.ts';
import { createWorld, password } from '../test/world.ts';
import { agentRequests, headRequests, requestsTo, toolRequests } from './request-cost/requests.ts';
import { openSocket, sendEvent, socketMessages } from './request-cost/sockets.ts';
import { startProgram } from './server.ts';

const parts = process.argv.slice(2);
const isMeant = (path: string) => parts.length === 0 || parts.some((part) => path.includes(part));
const shown = 20;
/** With parts of paths, all texts are sent to all that match; else every operation gets some of them, in turn. */
const textsEach = parts.length === 0 ? 3 : worstTexts.length;
/** A request above this many hashes is measured again, because garbage collection and compilation vary. */
const suspicious = 1;
const attempts = parts.length === 0 ? 4 : 12;
/** Above this many hashes, a request is named as soon as it is measured. */
const bar = 2;

// The website of a stranger, for audits: without an address they audit Plaza, whose answers would count as well.
const website = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    `<!doctype html><title>A website</title>${'<p>Some text with a <a href="/">link</a>.'.repeat(1000)}`,
  );
}).listen(0, '127.0.0.9');
await once(website, 'listening');
const audited = `http://127.0.0.9:${(website.address() as AddressInfo).port}/`;

const settings = { RATE_LIMITS: 'false', OUTBOUND_ALLOW: '127.0.0.9/32', DEMO: 'false', TOOL_SECONDS: '1' };
// Lists the operations and creates credentials. Requests go to a process of their own, on the same database.
const services = await startServices(settings);
const { app } = services;
const database = await app.db
  .selectNoFrom((of) => of.fn<string>('current_database').as('name'))
  .executeTakeFirstOrThrow();
const { host, user, port } = await connectionTo(database.name);
const [plazaPort = 0, hopPort = 0] = await freePorts(2);
const origins = { plaza: `http://localhost:${plazaPort}`, hop: `http://localhost:${hopPort}` };
const server = await startProgram(
  {
    ...settings,
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database.name}`,
    DATA_DIR: app.config.DATA_DIR,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    PLAZA_URL: origins.plaza,
    HOP_URL: origins.hop,
    LOG_LEVEL: 'silent',
  },
  plazaPort,
  { isPinned: false },
);
const costs: { hashes: number; status: number; target: string; what: string }[] = [];
try {
  const { olga } = await createWorld(app);
  const hash = await costOfHash();
  const note = async (target: string, what: string, send: () => Promise<number>) => {
    let first = 0;
    let min = Infinity;
    for (let attempt = 0; attempt < attempts && min > suspicious * hash; attempt += 1) {
      const before = used();
      const status = await send();
      // The figures of a thread that runs are those of its last pause.
      await sleep(2);
      first ||= status;
      // One that is refused because the first one succeeded does not show the cost.
      if (status === first) min = Math.min(min, used() - before);
    }
    costs.push({ hashes: min / hash, status: first, target, what });
    if (min > bar * hash) console.error(`${target}: ${what}: ${first}, ${(min / hash).toFixed(2)} hashes`);
  };
  const send = async (service: Target['service'], sent: Sent, proof: Record<string, string>) =>
    (await exchange(origins[service], { ...withWebsite(sent), headers: { ...sent.headers, ...proof } }))
      .status;

  const targets = targetsOf(services).filter(({ path }) => isMeant(path));
  for (const [at, target] of targets.entries())
    for (const [what, sent] of requestsTo(target, at, textsEach)) {
      const proofs: Record<string, string>[] = [];
      for (let n = 0; n < attempts; n += 1) proofs.push(await credentials(app, olga, target, 'somebody'));
      await note(`${target.method} ${target.path}`, what, () =>
        send(target.service, sent, proofs.pop() ?? {}),
      );
    }
  for (const [target, [what, sent]] of await toolRequests(app, isMeant))
    await note(`POST ${target}`, what, () => send('plaza', sent, {}));
  if (isMeant('a2a mcp')) {
    const { token } = await connectAgent(await openPlaza(app as TestApp), olga);
    const proof = { authorization: `Bearer ${token}` };
    for (const [target, [what, sent]] of agentRequests())
      await note(target, what, () => send('plaza', sent, proof));
  }
  if (isMeant('heads'))
    for (const [target, [what, sent]] of headRequests())
      for (const service of ['plaza', 'hop'] as const)
        await note(`${service} ${target}`, what, () => send(service, sent, {}));
  if (isMeant('sockets')) {
    const token = await startSession(app, olga.id, {
      createdVia: 'api',
      userAgent: '',
      address: '127.0.0.1',
    });
    for (const [event, what, sent] of socketMessages()) {
      const socket = await openSocket(origins.plaza, token);
      await note(`socket ${event}`, what, async () => (await sendEvent(socket, event, sent), 200));
      socket.disconnect();
    }
  }
  print(hash, targets.length);
} finally {
  await server.stop();
  await services.stop();
  website.close();
}

/** Names the stranger's website in forms of audits that name none. */
function withWebsite(sent: Sent): Sent {
  const isForm = sent.headers['content-type'] === 'application/x-www-form-urlencoded';
  if (!isForm || !sent.path.startsWith('/tools/audit') || /(^|&)url=/.test(String(sent.body))) return sent;
  return { ...sent, body: `url=${encodeURIComponent(audited)}&${String(sent.body)}` };
}

function print(hash: number, operations: number): void {
  console.log(
    `${costs.length} requests to ${operations} operations and pages; a hash costs ${hash.toFixed(1)} ms\n`,
  );
  console.log('| Request | Status | Hashes |\n| --- | ---: | ---: |');
  const most = [...Map.groupBy(costs, ({ target }) => target).values()].flatMap((of) =>
    of.toSorted((one, other) => other.hashes - one.hashes).slice(0, 1),
  );
  for (const { hashes, status, target, what } of most
    .toSorted((one, other) => other.hashes - one.hashes)
    .slice(0, shown))
    console.log(
      `| ${`${target}: ${what}`.replaceAll('|', String.raw`\|`)} | ${status} | ${hashes.toFixed(2)} |`,
    );
}

/** Milliseconds of processor time of all threads of the server. */
function used(): number {
  const threads = `/proc/${server.pid}/task`;
  return readdirSync(threads).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`${threads}/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
    } catch {
      return sum; // The thread has ended.
    }
  }, 0);
}

/** The median of several hashes, as passwords are stored. */
async function costOfHash(): Promise<number> {
  const all = [];
  for (let each = 0; each < 15; each += 1) all.push(await cpuOfAsync(() => hashPassword(password)));
  return all.toSorted((one, other) => one - other)[7] ?? 0;
}
