import { setTimeout as sleep } from 'node:timers/promises';

/** A stream that reconnects from the last event when it is cut, as browsers do. */
interface Followed {
  /** Resolves when the stream is open for the first time. */
  opened: Promise<undefined>;
  /**
   * Returns the ids of new messages in order of arrival, after as many as `expected` have arrived. Ends the
   * stream.
   */
  until(expected: readonly string[]): Promise<string[]>;
}

/**
 * `catchUp` returns the ids of all messages after a given one, as pages do if the stream no longer has the
 * missed events. `onArrival` is called with each message.
 */
export function followMessages(
  base: () => string,
  cookie: string,
  catchUp: (after: string) => Promise<string[]>,
  onArrival: (id: string) => void = () => undefined,
): Followed {
  const ids: string[] = [];
  const opened = Promise.withResolvers<undefined>();
  const ended = new AbortController();
  let last = '';
  const read = async () => {
    const answer = await fetch(`${base()}/live`, {
      headers: { cookie, accept: 'text/event-stream', ...(last && { 'last-event-id': last }) },
      signal: ended.signal,
    });
    if (answer.status !== 200 || !answer.body) return;
    let text = '';
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) await take(event);
    }
  };
  const add = (id: string) => {
    if (ids.includes(id)) return;
    ids.push(id);
    onArrival(id);
  };
  const take = async (event: string) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1];
    if (field('event') === 'refresh') for (const id of await catchUp(ids.at(-1) ?? '')) add(id);
    const data = JSON.parse(field('data') ?? '{}') as { id?: string; isNew?: boolean };
    if (field('event') === 'message' && data.isNew && data.id !== undefined) add(data.id);
    last = field('id') ?? last;
    if (last !== '') opened.resolve(undefined);
  };
  void (async () => {
    while (!ended.signal.aborted) {
      // Cut or unreachable: continues from the last event.
      await read().catch(() => undefined);
      await sleep(100);
    }
  })();
  return {
    opened: opened.promise,
    until: async (expected) => {
      try {
        while (ids.length < expected.length) await sleep(20);
        return ids;
      } finally {
        ended.abort();
      }
    },
  };
}
