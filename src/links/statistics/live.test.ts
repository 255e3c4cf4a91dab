import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { testWithDatabase } from '../../../test/app.ts';
import { addLink } from '../../../test/links.ts';
import { addPerson } from '../../../test/world.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';
import { openLiveStatistics } from './live.ts';

/** Returns the events of a stream, one at a time. */
function eventsOf(stream: Readable) {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<string>;
  let text = '';
  return async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (event.startsWith('id:')) return event;
        continue;
      }
      const next = await chunks.next();
      if (next.done) return undefined;
      text += next.value;
    }
  };
}

testWithDatabase('a live view streams the clicks of its account from its last position', async ({ app }) => {
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const [mine, his] = [await addLink(app, 'mine'), await addLink(app, 'his', { account_id: bob.id })];
  const click = (linkId: string, referrer: string) =>
    insertClicks(app, clickLines(sampleClick({ linkId, referrer })));
  const live = openLiveStatistics(app, {
    write: (clicks) => Promise.resolve(clicks.map(({ referrer }) => referrer).join('\n')),
    pause: 1,
  });
  try {
    await click(mine.id, 'before.example');
    const [asAda, fromOne, asBob] = [
      live.watch(ada.id, '0'),
      live.watch(ada.id, '1'),
      live.watch(bob.id, '0'),
    ];
    const [ofAda, ofOne, ofBob] = [eventsOf(asAda), eventsOf(fromOne), eventsOf(asBob)];
    assert.equal(await ofAda(), 'id: 1\ndata: before.example');
    await click(mine.id, 'first.example');
    assert.equal(await ofAda(), 'id: 2\ndata: first.example');
    assert.equal(await ofOne(), 'id: 2\ndata: first.example');
    await click(his.id, 'his.example');
    assert.equal(await ofBob(), 'id: 1\ndata: his.example');

    fromOne.destroy();
    await click(mine.id, 'second.example');
    assert.equal(await ofAda(), 'id: 3\ndata: second.example');
  } finally {
    live.close();
  }
});

testWithDatabase(
  'all streams end when the service stops, and the oldest ends when there are too many',
  async ({ app }) => {
    const { id } = await addPerson(app, 'ada');
    const live = openLiveStatistics(app, { write: () => Promise.resolve('') });
    const streams = Array.from({ length: 21 }, () => live.watch(id, '0'));
    assert.equal(await eventsOf(streams[0]!)(), undefined);
    live.close();
    for (const stream of streams.slice(1)) assert.equal(await eventsOf(stream)(), undefined);
  },
);
