import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'node:http';

/** What was acknowledged to clients, to compare with the rows. */
export interface Acknowledged {
  /** Aliases whose creation was acknowledged. */
  added: Set<string>;
  /** By alias: redirects received, and requests with an unknown outcome. */
  followed: Map<string, { answered: number; unknown: number }>;
}

export const nothingPromised = (): Acknowledged => ({ added: new Set(), followed: new Map() });

interface Load {
  stop(): Promise<void>;
}

const [writers, followers] = [3, 6];
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

let created = 0;

/**
 * Runs clients that create links and clients that follow them until stopped. Failed requests are retried.
 * @param hop where to ask, which may change
 */
export function startLoad(
  hop: () => string,
  key: string,
  promised: Acknowledged,
  count: (kind: string, status: number | undefined) => void = () => undefined,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: writers + followers });
  let going = true;
  const write = async () => {
    while (going) {
      const alias = `f${process.pid}-${(created += 1)}`;
      const body = JSON.stringify({ url: `https://example.org/${alias}`, custom: alias });
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const status = await ask(`${hop()}/api/url/add`, { agent, method: 'POST', headers }, body);
      count('create link', status);
      if (status === 200) promised.added.add(alias);
      else await sleep(50);
    }
  };
  const follow = async () => {
    while (going) {
      const aliases = [...promised.added].slice(-200);
      const alias = aliases[Math.floor(Math.random() * aliases.length)];
      if (alias === undefined) {
        await sleep(20);
        continue;
      }
      const counts = promised.followed.get(alias) ?? { answered: 0, unknown: 0 };
      promised.followed.set(alias, counts);
      const status = await ask(`${hop()}/${alias}`, { agent, headers: { 'user-agent': chrome } });
      count('redirect', status);
      if (status === 302) counts.answered += 1;
      else if (status === undefined) counts.unknown += 1;
      if (status !== 302) await sleep(20);
    }
  };
  const done = Promise.all([
    ...Array.from({ length: writers }, write),
    ...Array.from({ length: followers }, follow),
  ]);
  return {
    stop: async () => {
      going = false;
      await done;
      agent.destroy();
    },
  };
}

/** Returns the response status when the response is complete, or undefined if it failed or was cut off. */
function ask(url: string, options: object, body?: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asked = request(url, { ...options, timeout: 60_000 }, (response) => {
      response.on('end', () => resolve(response.statusCode));
      response.on('close', () => resolve(undefined));
      response.resume();
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
    asked.end(body);
  });
}
