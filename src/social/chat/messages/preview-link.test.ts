import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from '../../../../test/app.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { createWorld } from '../../../../test/world.ts';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { purgePreviews } from '../../previews/fetching.ts';
import { toMessageRecord } from '../wire.ts';
import { editMessage, sendMessage } from './messages.ts';
import { previewMessageJob } from './add-message.ts';
import { getMessages } from './message-rows.ts';

test('a message shows the preview of its first link, also on open pages', async (app) => {
  const { ada, bob } = await createWorld(app);
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>A walk</title>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const outbound: App['outbound'] = {
    ...app.outbound,
    fetch: (url, options) => app.outbound.fetch(url, { ...options, ports: [port] }),
  };
  const address = `http://127.0.0.1:${port}/walk`;
  const previewsOf = async () =>
    (await queuedJobs(app))
      .filter(({ name }) => name === previewMessageJob.name)
      .map(({ payload }) => payload);
  const titleOf = async (id: string) => (await getMessages(app, bob, [id]))[0]?.preview?.title;
  try {
    const sent = await sendMessage(app, ada, { recipients: [bob.id], text: `See ${address}` });
    assert.deepEqual(await previewsOf(), [{ ...sent, address }]);
    assert.equal(await titleOf(sent.id), undefined);
    const { id: before = '0' } = (await newestEvent(app)) ?? {};
    await previewMessageJob.work({ ...app, outbound }, { ...sent, address });
    const event = await newestEvent(app);
    assert.ok(event && BigInt(event.id) > BigInt(before), 'the preview is announced to open pages');
    assert.equal(await titleOf(sent.id), 'A walk');
    const [message] = await getMessages(app, bob, [sent.id]);
    const preview = { url: address, host: '127.0.0.1', title: 'A walk', description: '', picture: '' };
    assert.deepEqual(
      message && toMessageRecord(app, message).preview,
      preview,
      'the API returns the preview',
    );

    const again = await sendMessage(app, ada, { conversationId: sent.conversationId, text: address });
    assert.equal((await previewsOf()).length, 1, 'a known preview is not fetched again');
    assert.equal(await titleOf(again.id), 'A walk');
    await editMessage(app, ada, again.id, 'No link');
    assert.equal(await titleOf(again.id), undefined);

    app.clock.turn(days(31));
    await purgePreviews(app);
    assert.equal(await titleOf(sent.id), 'A walk');
    await editMessage(app, ada, sent.id, 'No link either');
    await purgePreviews(app);
    assert.deepEqual(await app.db.selectFrom('social.link_preview').select('key').execute(), []);
  } finally {
    site.close();
  }
});

const newestEvent = ({ db }: App) =>
  db
    .selectFrom('social.live_event')
    .where('name', '=', 'message')
    .orderBy('id', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();
