import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test, testWithDatabase } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { createWorld } from '../../../test/world.ts';
import { days, hours } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords } from '../notifications/notification.ts';
import { listPostsOf } from '../posts/reading/lists.ts';
import { publishPostDraft } from '../posts/drafts/content.ts';
import { removeUnused } from '../uploads/remove-unused.ts';
import { deleteDraft, listDrafts, saveDraft, schedule } from './drafts.ts';
import { publishDue } from './publish-due.ts';
import { getDraft } from './draft.ts';

const contentOf = (text: string) => ({ text, privacy: 'public', warning: '', photos: [] });
const publishers = { post: publishPostDraft };

async function plan(app: App, author: Viewer, text: string, inHours: number): Promise<string> {
  const id = await saveDraft(app, author, { kind: 'post', content: contentOf(text) });
  await schedule(app, author, id, { at: new Date(app.clock.now().getTime() + hours(inHours)) });
  return id;
}
const textsOf = async (app: App, author: Viewer) =>
  (await listPostsOf(app, author, author.id)).items.map(({ text }) => text);
const notifiedPath = async (app: App, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map(inWords);

test('publishes scheduled posts when due, in order', async (app) => {
  const { ada, bob } = await createWorld(app);
  await plan(app, ada, 'second', 2);
  await plan(app, ada, 'first', 1);
  await plan(app, ada, 'later', 30);
  await publishDue(app, publishers);
  assert.deepEqual(await textsOf(app, ada), []);
  app.clock.turn(hours(3));
  await publishDue(app, publishers);
  await publishDue(app, publishers);
  assert.deepEqual(await textsOf(app, ada), ['second', 'first']);
  assert.equal((await listDrafts(app, ada)).length, 1);
  assert.deepEqual(await notifiedPath(app, ada), Array(2).fill('Your scheduled post was published'));
  assert.deepEqual(await listDrafts(app, bob), []);
});

test('keeps a rejected draft with the reason and notifies its author', async (app) => {
  const { ada } = await createWorld(app);
  await plan(app, ada, '', 1);
  const id = await plan(app, ada, 'fine', 2);
  app.clock.turn(hours(3));
  await publishDue(app, publishers);
  await publishDue(app, publishers);
  const [left, ...others] = await listDrafts(app, ada);
  assert.match(left?.problem ?? '', /Write something/);
  assert.equal(others.length, 0);
  assert.deepEqual(await textsOf(app, ada), ['fine']);
  assert.match((await notifiedPath(app, ada)).join(), /could not be published/);
  await assert.rejects(getDraft(app, ada, id), { kind: 'missing' });
  // Editing the draft clears its problem and its schedule.
  await saveDraft(app, ada, { id: left?.id, kind: 'post', content: contentOf('better') });
  const again = await getDraft(app, ada, left?.id ?? '');
  assert.deepEqual([again.problem, again.publishAt], ['', null]);
});

test('publishes nothing for a suspended account', async (app) => {
  const { ada } = await createWorld(app);
  await plan(app, ada, 'hello', 1);
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', ada.id)
    .execute();
  app.clock.turn(hours(3));
  await publishDue(app, publishers);
  assert.match((await listDrafts(app, ada))[0]?.problem ?? '', /suspended/);
});

test('drafts are private, limited in size, and cannot be scheduled in the past', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await saveDraft(app, ada, { kind: 'post', content: contentOf('mine') });
  for (const refused of [
    () => getDraft(app, bob, id),
    () => deleteDraft(app, bob, id),
    () => schedule(app, bob, id, { at: null }),
    () => saveDraft(app, bob, { id, kind: 'post', content: {} }),
    () => getDraft(app, ada, id, 'article'),
  ])
    await assert.rejects(refused, { kind: 'missing' });
  await assert.rejects(saveDraft(app, ada, { kind: 'post', content: { text: 'x'.repeat(600_000) } }), {
    kind: 'too-large',
  });
  const past = new Date(app.clock.now().getTime() - hours(1));
  await assert.rejects(schedule(app, ada, id, { at: past }), { field: 'publish_at' });
  await assert.rejects(schedule(app, ada, id, { at: app.clock.now(), timeZone: 'Nowhere' }), {
    field: 'time_zone',
  });
});

testWithDatabase('concurrent runs publish each draft once', async ({ app }) => {
  const { ada } = await createWorld(app);
  for (const text of ['one', 'two', 'three']) await plan(app, ada, text, 1);
  app.clock.turn(hours(3));
  await Promise.all([publishDue(app, publishers), publishDue(app, publishers)]);
  assert.deepEqual((await textsOf(app, ada)).sort(), ['one', 'three', 'two']);
});

testPlaza(
  'a post with a picture can be saved, scheduled and published by form',
  async ({ app, ada, bob, plaza }) => {
    const body = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const picture = { name: 'wall.png', body };
    const saved = await plaza.multipart(ada, '/posts', { text: 'Teal', alt: 'A wall', do: 'draft' }, picture);
    assert.equal(saved.headers.location, '/drafts', saved.text);
    const [draft] = await listDrafts(app, ada);
    const id = draft?.id ?? '';
    assert.match((await plaza.page(ada, '/drafts')).text, /Teal/);
    assert.match((await plaza.page(ada, `/drafts/${id}`)).text, /value="A wall"/);
    assert.equal((await plaza.page(bob, `/drafts/${id}`)).status, 404);
    // The picture of a draft is kept as long as the draft.
    app.clock.turn(days(3));
    await removeUnused(app);
    const when = { publish_at: '2026-03-05T09:00', time_zone: 'Europe/Berlin' };
    const planned = await plaza.form(ada, `/drafts/${id}`, { text: 'Teal, again', do: 'draft', ...when });
    assert.equal(planned.status, 303, planned.text);
    assert.match((await plaza.page(ada, '/drafts')).text, /5 Mar 2026, 09:00 \(Europe\/Berlin\)/);
    const past = await plaza.form(ada, `/drafts/${id}`, { text: 'x', publish_at: '2020-01-01T09:00' });
    assert.equal(past.status, 422);
    assert.match(past.text, /in the future/);
    app.clock.turn(days(2));
    await publishDue(app, publishers);
    const { items: posts } = await listPostsOf(app, bob, ada.id);
    assert.deepEqual([posts[0]?.text, posts[0]?.photos[0]?.alt], ['Teal, again', 'A wall']);
  },
);

testPlaza('drafts can be saved, scheduled and published through the API', async ({ ada, plaza }) => {
  const saved = await plaza.api(ada, 'POST', '/apis/php/drafts/post', { text: 'Soon', privacy: 'public' });
  const { id } = saved.body.data as { id: string };
  const planned = await plaza.api(ada, 'POST', '/apis/php/drafts/schedule', {
    id,
    publish_at: '2026-03-05T09:00:00Z',
  });
  assert.equal((planned.body.data as { publish_at: string }).publish_at, '2026-03-05T09:00:00.000Z');
  const times: [publishAt: string, zone: string | undefined, expected: string | undefined][] = [
    ['2026-03-05T09:00', 'Europe/Berlin', '2026-03-05T08:00:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-05T09:00+01:00', 'America/New_York', '2026-03-05T08:00:00.000Z'],
    ['2026-03-05T09:00', undefined, '2026-03-05T09:00:00.000Z'],
    ['2026-02-30T09:00', 'Europe/Berlin', undefined],
    ['2026-03-05T24:00', undefined, undefined],
    ['2026-03-05T25:00', undefined, undefined],
    ['2026-13-01T09:00', undefined, undefined],
    ['tomorrow', undefined, undefined],
    ['2026-03-05T09:00', 'Mars/Olympus', undefined],
  ];
  for (const [publish_at, time_zone, expected] of times) {
    const body = { id, publish_at, ...(time_zone && { time_zone }) };
    const answer = await plaza.api(ada, 'POST', '/apis/php/drafts/schedule', body);
    assert.equal(answer.status, expected ? 200 : 400, publish_at);
    assert.equal((answer.body.data as { publish_at?: string } | undefined)?.publish_at, expected, publish_at);
  }
  const published = await plaza.api(ada, 'POST', '/apis/php/drafts/publish', { id });
  assert.equal((published.body.data as { text: string }).text, 'Soon');
  assert.equal((await plaza.api(ada, 'POST', '/apis/php/drafts/publish', { id })).status, 404);
  assert.deepEqual((await plaza.api(ada, 'GET', '/apis/php/drafts')).body.data, []);
});
