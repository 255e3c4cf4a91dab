/**
 * Sends the largest accepted requests with the worst known texts to every operation and page of both services, to
 * the pages and paid calls of every tool, to the skills of agents and to sockets, and prints what costs the serving
 * process most processor time, as multiples of one password hash measured in the same run.
 * Usage: `node bench/request-cost.ts [parts of paths]`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../src/identity/credentials/password.ts';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { connectAgent } from '../test/agent.ts';
import type { Viewer } from '../src/platform/app.ts';
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
import { addPerson, createWorld, password } from '../test/world.ts';
import {
  agentRequests,
  creations,
  headRequests,
  requestsTo,
  toolRequests,
  type Variation,
} from './request-cost/requests.ts';
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
/** Sends a prepared request. Returns the status. */
type Send = () => Promise<number>;

/** Characters that the last response allows, if it refused a text for its length. */
let mostAccepted = Infinity;
let people = 0;
const costs: { hashes: number; status: number; target: string; what: string }[] = [];
try {
  const { olga } = await createWorld(app);
  const hash = await costOfHash();
  const idle = await idleShare();
  const note = async (target: string, what: string, prepare: (attempt: number) => Promise<Send>) => {
    let [first, min, times] = [0, Infinity, 0];
    for (let attempt = 0; attempt < attempts && min > suspicious * hash; attempt += 1) {
      const send = await prepare(attempt);
      const [before, start] = [used(), performance.now()];
      const status = await send();
      // The figures of a thread that runs are those of its last pause.
      await sleep(2);
      first ||= status;
      const cost = used() - before - idle * (performance.now() - start);
      // One that is refused because the first one succeeded does not show the cost.
      if (status !== first) continue;
      times += 1;
      min = Math.min(min, cost);
    }
    // What else the machine does makes hashes slower as well.
    const hashes = min / (min > bar * hash ? await costOfHash() : hash);
    // What can be done only once may have been disturbed.
    const label = hashes > suspicious && times === 1 ? `${what} (once)` : what;
    costs.push({ hashes, status: first, target, what: label });
    if (hashes > bar) console.error(`${target}: ${label}: ${first}, ${hashes.toFixed(2)} hashes`);
  };
  const send = async (service: Target['service'], sent: Sent, proof: Record<string, string>) => {
    const { status, body } = await exchange(origins[service], {
      ...withWebsite(sent),
      headers: { ...sent.headers, ...proof },
    });
    const limit = status >= 400 ? /at most ([\d,]+) characters/.exec(body)?.[1] : undefined;
    mostAccepted = limit === undefined ? Infinity : Number(limit.replaceAll(',', ''));
    return status;
  };
  const always = (send: Send) => () => Promise.resolve(send);

  const ids = new Map<string, string>();
  for (const [noun, target, sent] of creations(targetsOf(services))) {
    const proof = await credentials(app, olga, target, 'somebody');
    const { body } = await exchange(origins[target.service], {
      ...sent,
      headers: { ...sent.headers, ...proof },
    });
    const created = /"(?:id|post_id)":"?(\d+)/.exec(body)?.[1];
    if (created !== undefined) ids.set(noun, created);
  }
  /** What a request changes must exist, and may not be deleted. */
  const idFor = ({ method, path }: Target) =>
    method === 'DELETE' || /delete|remove|revoke|leave|withdraw|disconnect/.test(path)
      ? undefined
      : [...ids].findLast(([noun]) => new RegExp(`/${noun}s?/`).test(path))?.[1];

  // Keys are listed on a page, and nobody has thousands.
  const ofHop = targetsOf(services).find(({ kind }) => kind === 'links');
  const key = ofHop ? await credentials(app, olga, ofHop, 'somebody') : {};
  const proofOf = (viewer: Viewer, target: Target) =>
    target.kind === 'links' && viewer === olga ? key : credentials(app, viewer, target, 'somebody');

  const targets = targetsOf(services).filter(({ path }) => isMeant(path));
  for (const [at, target] of targets.entries()) {
    const name = `${target.method} ${target.path}`;
    const isRead = target.method === 'GET';
    const id = idFor(target);
    const noteVaried = (place: number, what: string, variation: Variation) =>
      note(name, what, async (attempt) => {
        const start = isRead ? '' : `${randomUUID()} `;
        const sent = requestsTo(target, at, textsEach, { ...variation, start, id })[place]?.[1];
        if (!sent) throw new Error('The request is not repeated');
        // What somebody just published is refused when it is similar.
        const viewer = attempt % 2 === 0 || isRead ? olga : await addPerson(app, `person${(people += 1)}`);
        const proof = await proofOf(viewer, target);
        return () => send(target.service, sent, proof);
      });
    for (const [place, [what]] of requestsTo(target, at, textsEach).entries()) {
      await noteVaried(place, what, {});
      const longest = mostAccepted;
      if (longest >= 1000 && longest < Infinity)
        await noteVaried(place, `${what}, ${longest} characters`, { longest });
    }
  }
  for (const [target, [what, sent]] of await toolRequests(app, isMeant))
    await note(
      `POST ${target}`,
      what,
      always(() => send('plaza', sent, {})),
    );
  if (isMeant('a2a mcp')) {
    const { token } = await connectAgent(await openPlaza(app as TestApp), olga);
    const proof = { authorization: `Bearer ${token}` };
    for (const [target, [what, sent]] of agentRequests())
      await note(
        target,
        what,
        always(() => send('plaza', sent, proof)),
      );
  }
  if (isMeant('heads'))
    for (const [target, [what, sent]] of headRequests())
      for (const service of ['plaza', 'hop'] as const)
        await note(
          `${service} ${target}`,
          what,
          always(() => send(service, sent, {})),
        );
  if (isMeant('sockets')) {
    const token = await startSession(app, olga.id, {
      createdVia: 'api',
      userAgent: '',
      address: '127.0.0.1',
    });
    for (const [event, what, sent] of socketMessages()) {
      const socket = await openSocket(origins.plaza, token);
      await note(
        `socket ${event}`,
        what,
        always(async () => (await sendEvent(socket, event, sent), 200)),
      );
      socket.disconnect();
    }
  }
  print(hash, idle, targets.length);
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

function print(hash: number, idle: number, operations: number): void {
  console.log(
    `${costs.length} requests to ${operations} operations and pages; a hash costs ${hash.toFixed(1)} ms, and no request ${(idle * 1000).toFixed(1)} ms a second\n`,
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

/** The share of a processor that a server without requests uses. Work in a sandbox takes seconds of it. */
async function idleShare(): Promise<number> {
  await sleep(5000);
  const [before, start] = [used(), performance.now()];
  await sleep(5000);
  return (used() - before) / (performance.now() - start);
}

/** The median of several hashes, as passwords are stored. */
async function costOfHash(): Promise<number> {
  const all = [];
  for (let each = 0; each < 15; each += 1) all.push(await cpuOfAsync(() => hashPassword(password)));
  return all.toSorted((one, other) => one - other)[7] ?? 0;
}
