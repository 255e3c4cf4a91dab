import { busy, type Client, pause } from './client.ts';
import { ApiError } from './errors.ts';
import { readEvents } from './events.ts';
import { List, type Page } from './pages.ts';

/** A click of the stream. */
export interface LiveClick {
  number: number;
  date: string;
  link: number;
  shorturl: string;
  country: string;
  device: string;
  browser: string;
  referrer: string;
}

export interface StreamOptions {
  /** The number of the last click that was received. */
  after?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A list of single clicks that is read by the cursor of the page before. */
export function listClicks<Click>(
  get: (after: string | undefined) => Promise<{ clicks: Click[]; cursor: string | null; more: boolean }>,
  start: string | undefined,
): List<Click> {
  const read = async (after: string | undefined): Promise<Page<Click>> => {
    const { clicks, cursor, more } = await get(after);
    return { items: clicks, next: more && cursor !== null ? () => read(cursor) : undefined };
  };
  return new List(() => read(start));
}

const longestPause = 30_000;

/** Clicks as they happen. Rejects if the first connection fails, or if the service refuses. */
export async function* watchClicks(
  client: Client,
  { after, signal }: StreamOptions,
): AsyncGenerator<LiveClick> {
  let last = after === undefined ? undefined : String(after);
  for (let fails = 0, isKnown = false; ;) {
    try {
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
      const body = await client.stream('/api/clicks/stream', { signal, headers });
      isKnown = true;
      for await (const { id, data } of readEvents(body)) {
        fails = 0;
        last = id ?? last;
        yield* JSON.parse(data) as LiveClick[];
      }
    } catch (error) {
      if (signal?.aborted) return;
      const mayPass = error instanceof ApiError ? busy.includes(error.status) : isKnown;
      if (!mayPass) throw error;
      fails += 1;
    }
    await pause(Math.min(longestPause, 1000 * 2 ** fails), signal).catch(() => undefined);
    if (signal?.aborted) return;
  }
}
