import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { World } from '../growth/open-world.ts';
import { processorTimes } from '../growth/measure.ts';
import { tokenHash } from '../../src/kernel/secrets.ts';

const atOnce = 20;
const toPair = 200;
const toGroup = 30;

/** A client with an open stream. */
interface Reader {
  id: string;
  answer: IncomingMessage;
}

/**
 * Opens streams for different people on one process. Measures the memory per stream, and the time from
 * sending a message until it reaches the stream of the other participant and the streams of all members of a
 * group of a hundred, while the other streams stay open.
 */
export async function measureStreams(statements: pg.Client, world: World, streams: number): Promise<void> {
  const { rows } = await world.pool.query<{ id: string; token: string }>(
    `select id, 'stream' || id as token from identity.account where username like 'person%' order by id limit $1`,
    [streams],
  );
  for (const { id, token } of rows)
    await world.pool.query(
      `insert into identity.session (account_id, token_hash, created_via, user_agent, address, created_at, last_used_at, expires_at)
       values ($1, $2, 'page', 'bench', '127.0.0.1', now(), now(), now() + interval '1 day') on conflict do nothing`,
      [id, tokenHash(token)],
    );
  const arrivals = new Map<string, Map<string, () => void>>();
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const { server } = world;
  const before = server.memory();
  const open: Reader[] = [];
  for (let from = 0; from < rows.length; from += atOnce)
    open.push(
      ...(await Promise.all(
        rows.slice(from, from + atOnce).map((row) => openStream(world, agent, row, arrivals)),
      )),
    );
  const memory = server.memory() - before;
  console.log(
    `${open.length} streams: ${memory} MiB more, ${((memory * 1024) / open.length).toFixed(1)} KiB per stream (${before} MiB before)`,
  );
  const send = async (as: string, conversation_id: string, text: string, readers: readonly string[]) => {
    const waiting = readers.map(
      (id) => new Promise<void>((resolve) => arrivals.get(id)?.set(conversation_id, resolve)),
    );
    const began = performance.now();
    const answer = await fetch(`${server.origin}/apis/php/chat/message`, {
      method: 'POST',
      headers: { 'x-auth-token': `stream${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ conversation_id, message: text }),
    });
    if (!answer.ok) throw new Error(`sending returned ${answer.status} ${await answer.text()}`);
    const first = waiting[0]?.then(() => performance.now() - began);
    await Promise.all(waiting);
    return { first: (await first) ?? NaN, all: performance.now() - began };
  };
  const { rows: pairs } = await world.pool.query<{ id: string; first: string; second: string }>(
    `select id, first_id as first, second_id as second from social.conversation
     where not is_group and second_id <= $1 and first_id > 200 order by id limit $2`,
    [rows.at(-1)?.id, toPair],
  );
  const times: number[] = [];
  for (const { id, first, second } of pairs) times.push((await send(first, id, 'To one', [second])).first);
  print('one participant', times);
  const members = rows.filter(({ id }) => Number(id) <= 99).map(({ id }) => id);
  const [author = '', ...readers] = members;
  const firsts: number[] = [];
  const all: number[] = [];
  const spentBefore = await processorTimes(statements, world);
  for (let n = 0; n < toGroup; n += 1) {
    const times = await send(author, '1', `To all ${n}`, readers);
    firsts.push(times.first);
    all.push(times.all);
  }
  const spent = await processorTimes(statements, world);
  const each = (total: number) => (total / toGroup / readers.length).toFixed(2);
  console.log(
    `a message to a group of ${members.length}: ${each(spent.node - spentBefore.node)} ms of Node and ${each(spent.postgres - spentBefore.postgres)} ms of PostgreSQL per member`,
  );
  print(`one member of a group of ${members.length + 1}`, firsts);
  print('all members of the group', all);
  for (const { answer } of open) answer.destroy();
  agent.destroy();
}

/** Opens a stream. Retries while the process is busy, as browsers do. */
async function openStream(
  world: World,
  agent: Agent,
  { id, token }: { id: string; token: string },
  arrivals: Map<string, Map<string, () => void>>,
): Promise<Reader> {
  const { server, headers } = world;
  const request = get(`${server.origin}/live`, {
    agent,
    headers: { ...headers.reader, cookie: `c_user=${id}; xs=${token}`, accept: 'text/event-stream' },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode === 503) {
    answer.resume();
    await sleep(200);
    return openStream(world, agent, { id, token }, arrivals);
  }
  if (answer.statusCode !== 200) throw new Error(`the stream returned ${answer.statusCode}`);
  const waiting = new Map<string, () => void>();
  arrivals.set(id, waiting);
  answer.setEncoding('utf8').on('data', (text: string) => {
    for (const [, conversation = ''] of text.matchAll(/event: message\ndata: \{"conversation":"(\d+)"/g)) {
      waiting.get(conversation)?.();
      waiting.delete(conversation);
    }
  });
  return { id, answer };
}

function print(title: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
  console.log(`delivery to ${title}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${times.length} messages)`);
}
