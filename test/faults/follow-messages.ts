import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody's stream, which is opened again from the last event whenever it was cut, as browsers do it. */
interface Followed {
  /** The stream has been open once. */
  opened: Promise<undefined>;
  /** The ids of new messages in the order in which they came, once as many as `expected` are there. Ends the stream. */
  until(expected: readonly string[]): Promise<string[]>;
}

/** `catchUp` reads the ids of all messages after one: what pages do where the stream no longer has what was missed. */
export function followMessages(
  base: () => string,
  cookie: string,
  catchUp: (after: string) => Promise<string[]>,
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
    if (!ids.includes(id)) ids.push(id);
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
      // Cut, or nobody there: from the last event on.
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
