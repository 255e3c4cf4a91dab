import { setTimeout as sleep } from 'node:timers/promises';
import type { Facilitator } from '../../../test/paid/facilitator.ts';
import type { addActors } from './actors.ts';
import { checkClicks, checkWrites, listTransactions } from './check.ts';
import type { Fault, World } from './faults.ts';
import type { Receiver } from './receiver.ts';
import { startReaders, startVisitors } from './followers.ts';
import { kinds, startWriters, type Written } from './writers.ts';

interface Site extends World {
  facilitator: Facilitator;
  people: Awaited<ReturnType<typeof addActors>>;
  receiver: Receiver;
}

/** What a round has shown. Times are in seconds. */
export interface Result {
  /** The longest time without an acknowledged write, by kind. */
  pauses: Map<string, number>;
  acknowledged: number;
  errors: Map<string, number>;
  lost: Map<string, number>;
  doubled: Map<string, number>;
  redirects: { asked: number; answered: number; errors: Map<string, number>; slowest: number };
  /** `allowed` is the number of redirects of the last second before a disk was lost. */
  clicks: { lost: number; doubled: number; allowed: number };
  /** The longest time from the acknowledgment of a message to its arrival in an open stream. */
  streamDelay: number;
  /** The longest time from the acknowledgment of a link to its webhook. */
  webhookDelay: number;
  failures: string[];
}

/** In seconds. */
const longestOutage = 120;
const longestDelivery = 180;
/** Another machine adopts copies of clicks when they are a minute old, and looks once a minute. */
const clickPatience = { usual: 60, lostDisk: 150 };

/** Writes and follows links without pause while a fault is made and ended, and compares the rows afterwards. */
export async function runRound(site: Site, fault: Fault, name: string): Promise<Result> {
  const { database, application, people, facilitator, receiver } = site;
  await database.untilHealthy();
  const failures: string[] = [];
  const readers = startReaders(people.actors, people.cookies, people.lastMessage);
  await readers.opened;
  const visitors = await startVisitors(application, people.actors, name);
  const { written, stop } = startWriters(people.actors, name);
  await sleep(3000);

  const began = performance.now();
  const endFault = await fault.make(site);
  await sleep(fault.lasts * 1000);
  failures.push(...(await untilAcknowledged(written, database.url())));
  failures.push(...(await endFault()));
  await database.untilHealthy();
  await sleep(2000);
  failures.push(...(await untilAcknowledged(written, database.url())));
  await visitors.stop();
  await Promise.race([stop(), sleep(20_000)]);
  const ended = performance.now();

  const streamDelay = await delayOf(readers, written);
  if (typeof streamDelay === 'string') failures.push(streamDelay);
  const webhookDelay = await delayOfWebhooks(receiver, written);
  if (webhookDelay === undefined) failures.push(`a webhook did not arrive within ${longestDelivery} s`);
  people.lastMessage = written.messages.at(-1) ?? people.lastMessage;
  const charged = [...written.quotes].filter(([identity]) => facilitator.charged.has(identity));
  const rows = await checkWrites(
    database.url(),
    written,
    charged.map(([, quote]) => quote),
  );
  const { followed } = visitors;
  const clicks = await checkClicks(
    database.url(),
    followed,
    fault.losesDisk ? clickPatience.lostDisk : clickPatience.usual,
  );
  const times = [...written.times];
  return {
    ...rows,
    pauses: new Map(times.map(([kind, acks]) => [kind, longestPause(acks, began, ended) / 1000])),
    acknowledged: times.reduce((sum, [, acks]) => sum + acks.length, 0),
    errors: written.errors,
    redirects: {
      asked: followed.asked,
      answered: followed.times.length,
      errors: followed.errors,
      slowest: followed.slowest / 1000,
    },
    clicks: {
      ...clicks,
      allowed: fault.losesDisk ? followed.times.filter((at) => at > began - 1000 && at <= began).length : 0,
    },
    streamDelay: typeof streamDelay === 'number' ? streamDelay / 1000 : Infinity,
    webhookDelay: (webhookDelay ?? Infinity) / 1000,
    failures,
  };
}

/** Waits until a write of each kind was begun from now on and acknowledged. */
async function untilAcknowledged({ times }: Written, url: string): Promise<string[]> {
  const from = performance.now();
  const isWaiting = (kind: string) => !times.get(kind)?.some(({ begun }) => begun >= from);
  let waiting: string[] = [];
  for (let left = longestOutage * 10; left > 0; left -= 1) {
    waiting = kinds.map(({ name }) => name).filter(isWaiting);
    if (waiting.length === 0) return [];
    await sleep(100);
  }
  const transactions = await listTransactions(url).catch(() => ['none: the database does not answer']);
  return [
    `no ${waiting.join(' and ')} were acknowledged for ${longestOutage} s. Open transactions: ${transactions.join('; ') || 'none'}`,
  ];
}

function longestPause(acks: readonly { at: number }[], began: number, ended: number): number {
  const before = acks.findLast(({ at }) => at < began)?.at ?? began;
  const during = acks.map(({ at }) => at).filter((at) => at >= began && at <= ended);
  const all = [before, ...during];
  return Math.max(...all.slice(1).map((at, i) => at - (all[i] ?? at)));
}

/** Waits until all messages arrived, ends the streams, and returns the longest delay, or what did not arrive. */
async function delayOf(
  { arrived, streams }: ReturnType<typeof startReaders>,
  { messages, times }: Written,
): Promise<number | string> {
  const missing = () =>
    arrived.map((ids) => {
      const known = new Set(ids.map(({ id }) => id));
      return messages.filter((id) => !known.has(id));
    });
  for (let left = 300; left > 0 && missing().some(({ length }) => length > 0); left -= 1) await sleep(200);
  for (const stream of streams) await stream.until([]);
  const late = missing();
  if (late.some(({ length }) => length > 0))
    return `of ${messages.length} messages, the open streams missed ${late.map((ids) => ids.length).join(' and ')}`;
  const acknowledged = new Map(messages.map((id, i) => [id, times.get('messages')?.[i]?.at ?? 0]));
  const delays = arrived.flat().flatMap(({ id, at }) => {
    const since = acknowledged.get(id);
    return since === undefined ? [] : [at - since];
  });
  return Math.max(0, ...delays);
}

/** Waits until the events of all links arrived, and returns the longest delay. Undefined if one did not arrive. */
async function delayOfWebhooks(
  { arrived }: Receiver,
  { acknowledged, times }: Written,
): Promise<number | undefined> {
  const links = acknowledged.get('links') ?? [];
  for (let left = longestDelivery * 5; left > 0 && !links.every((name) => arrived.has(name)); left -= 1)
    await sleep(200);
  if (!links.every((name) => arrived.has(name))) return undefined;
  return Math.max(
    0,
    ...links.map((name, i) => (arrived.get(name) ?? 0) - (times.get('links')?.[i]?.at ?? 0)),
  );
}
