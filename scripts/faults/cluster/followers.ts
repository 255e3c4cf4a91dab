import { setTimeout as sleep } from 'node:timers/promises';
import { followMessages } from '../../../test/faults/follow-messages.ts';
import type { Application } from './application.ts';
import { type Actors, ask, count } from './writers.ts';

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const linksOfRound = 20;
const followers = 4;

/** Redirects that visitors of known links got. */
export interface Followed {
  /** By alias: redirects received, and requests with an unknown outcome. */
  links: Map<string, { answered: number; unknown: number }>;
  asked: number;
  /** Those that were not answered at first, by kind of error. */
  errors: Map<string, number>;
  /** The longest time until a redirect, repeated requests included, in milliseconds. */
  slowest: number;
  /** When each was answered. */
  times: number[];
}

/** Visitors who follow links that all machines know, and repeat a request that fails. */
export async function startVisitors(
  { hop, hosts }: Pick<Application, 'hop' | 'hosts'>,
  { key }: Actors,
  round: string,
) {
  const followed: Followed = { links: new Map(), asked: 0, errors: new Map(), slowest: 0, times: [] };
  let isOver = false;
  const follow = async (alias: string, base: string): Promise<boolean> => {
    const link = followed.links.get(alias) ?? { answered: 0, unknown: 0 };
    followed.links.set(alias, link);
    const headers = { 'user-agent': chrome, host: new URL(hop).host };
    const { status } = await ask({ url: `${base}/${alias}`, method: 'GET', headers }, 5000);
    if (status === 302) link.answered += 1;
    else if (status === undefined) link.unknown += 1;
    if (status !== 302) count(followed.errors, status === undefined ? 'cut off' : String(status));
    return status === 302;
  };
  for (let n = 0; n < linksOfRound; n += 1) {
    const alias = `k${round}x${n}`;
    const { status, body } = await ask({
      url: `${hop}/api/url/add`,
      headers: { authorization: `Bearer ${key}` },
      body: { url: `https://example.com/${alias}`, custom: alias },
    });
    if (status !== 200) throw new Error(`A link could not be added: ${status} ${body}`);
    for (const { address } of hosts)
      while (!(await follow(alias, `http://${address}:${new URL(hop).port}`))) await sleep(50);
  }
  followed.errors.clear();
  const aliases = [...followed.links.keys()];
  const visit = async () => {
    while (!isOver) {
      const alias = aliases[Math.floor(Math.random() * aliases.length)] ?? '';
      const began = performance.now();
      followed.asked += 1;
      while (!(await follow(alias, hop))) await sleep(50);
      const now = performance.now();
      followed.slowest = Math.max(followed.slowest, now - began);
      followed.times.push(now);
      await sleep(20);
    }
  };
  const done = Promise.all(Array.from({ length: followers }, visit));
  return {
    followed,
    stop: async () => {
      isOver = true;
      await done;
    },
  };
}

/** Readers of the conversation with open streams, which they open again when cut, as browsers do. */
export function startReaders({ plaza, conversation }: Actors, cookies: readonly string[], from: string) {
  const arrived: { id: string; at: number }[][] = cookies.map(() => []);
  const streams = cookies.map((cookie, reader) => {
    const catchUp = async (after: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let last = after || from; ;) {
        const url = `${plaza}/apis/php/chat/messages?conversation_id=${conversation}&last_message_id=${last}`;
        const { status, body } = await ask({ url, method: 'GET', headers: { cookie } });
        if (status !== 200) throw new Error(`The messages could not be read: ${status}`);
        const { messages } = (JSON.parse(body) as { data: { messages: { message_id: string }[] } }).data;
        if (messages.length === 0) return ids;
        ids.push(...messages.map(({ message_id }) => message_id));
        last = ids.at(-1) ?? last;
      }
    };
    return followMessages(
      () => plaza,
      cookie,
      catchUp,
      (id) => arrived[reader]?.push({ id, at: performance.now() }),
    );
  });
  return { arrived, opened: Promise.all(streams.map(({ opened }) => opened)), streams };
}
