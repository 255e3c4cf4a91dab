import assert from 'node:assert/strict';
import sharp from 'sharp';
import { test, testWithDatabase } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { upload } from '../../../test/upload.ts';
import { hours, minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment, editComment } from '../comments/comments.ts';
import { getComments } from '../comments/reading.ts';
import { deletePost } from '../posts/deleting.ts';
import { editPost } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { react } from '../reactions/reactions.ts';

const limited = <T extends App>(app: T): T => ({ ...app, config: { ...app.config, RATE_LIMITS: true } });
const say = (app: App, author: Viewer, text: string) =>
  publishPost(app, author, { text, privacy: 'public', photos: [] });
const verdicts = (app: App) =>
  app.db.selectFrom('social.verdict').select(['subject', 'outcome', 'rule']).orderBy('id').execute();

test('rejects the same text for five minutes, unless it was deleted', async (app) => {
  const { ada, bob } = await createWorld(app);
  const first = await say(app, ada, 'Tea at five?');
  await assert.rejects(say(app, ada, '  Tea at five?\n'), { kind: 'conflict', field: 'text' });
  await say(app, bob, 'Tea at five?');
  await deletePost(app, ada, first);
  const second = await say(app, ada, 'Tea at five?');
  await editPost(app, ada, second, { text: 'Tea at five?', privacy: 'friends', alts: new Map() });
  app.clock.turn(minutes(5));
  await say(app, ada, 'Tea at five?');
  assert.deepEqual(await verdicts(app), [{ subject: 'post', outcome: 'refuse', rule: 'repeated' }]);
});

test('allows the same comment below two posts, but not twice below one', async (app) => {
  const { ada, bob } = await createWorld(app);
  const one = await say(app, ada, 'One');
  const other = await say(app, ada, 'Other');
  await addComment(app, bob, one, 'Thanks!');
  await addComment(app, bob, other, 'Thanks!');
  await assert.rejects(addComment(app, bob, one, 'Thanks!'), { kind: 'conflict' });
});

test('new members have lower limits than established members', async (testApp) => {
  const app = limited(testApp);
  const { ada, olga } = await createWorld(app);
  const newcomer = { ...ada, registeredAt: new Date(app.clock.now().getTime() - hours(23)) };
  for (let i = 0; i < 10; i++) await say(app, newcomer, `The newcomer says ${i}`);
  await assert.rejects(say(app, newcomer, 'One more'), { kind: 'throttled', retryAfter: 300 });
  await say(app, ada, 'Not for those who have been here for a while');
  app.clock.turn(minutes(5));
  await say(app, newcomer, 'One more');
  const newOperator = { ...olga, registeredAt: app.clock.now() };
  for (let i = 0; i < 11; i++) await say(app, newOperator, `The operator says ${i}`);
});

test('rejects more than 300 posts an hour', async (testApp) => {
  const app = limited(testApp);
  const { ada } = await createWorld(app);
  const created_at = new Date(app.clock.now().getTime() - minutes(30));
  const rows = Array.from({ length: 299 }, (_, i) => ({
    author_id: ada.id,
    text: `${i}`,
    privacy: 'public',
    created_at,
  }));
  await app.db.insertInto('social.post').values(rows).execute();
  await say(app, ada, 'The last one');
  await assert.rejects(say(app, ada, 'One too many'), { kind: 'throttled', retryAfter: 1800 });
});

test('rejects posts by a suspended author', async (app) => {
  const { ada, bob } = await createWorld(app);
  const post = await say(app, bob, 'Hello');
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', ada.id)
    .execute();
  await assert.rejects(say(app, ada, 'Hello'), { kind: 'forbidden' });
  await assert.rejects(addComment(app, ada, post, 'Hello'), { kind: 'forbidden' });
  await assert.rejects(react(app, ada, post, 'like'), { kind: 'forbidden' });
  assert.deepEqual(
    (await verdicts(app)).map(({ subject }) => subject),
    ['post', 'comment', 'reaction'],
  );
});

test('holds or rejects texts with listed words, matched as whole words', async (app) => {
  const { ada, bob } = await createWorld(app);
  const added_at = app.clock.now();
  await app.db
    .insertInto('social.text_rule')
    .values([
      { kind: 'word', pattern: 'casino', outcome: 'hold', added_at },
      { kind: 'word', pattern: 'scam', outcome: 'refuse', added_at },
    ])
    .execute();
  await assert.rejects(say(app, ada, 'A SCAM!'), { kind: 'invalid', field: 'text' });
  const held = await say(app, ada, 'My Casino.');
  assert.ok((await getPost(app, ada, held)).heldAt);
  await assert.rejects(getPost(app, bob, held), { kind: 'missing' });
  const harmless = await say(app, ada, 'Casinos and scams in general');
  assert.equal((await getPost(app, bob, harmless)).heldAt, null);
});

test('moderates alt text like text, even if added later', async (app) => {
  const { ada, bob } = await createWorld(app);
  await app.db
    .insertInto('social.text_rule')
    .values({ kind: 'word', pattern: 'casino', outcome: 'hold', added_at: app.clock.now() })
    .execute();
  const create = { width: 8, height: 8, channels: 3, background: 'teal' } as const;
  const body = await sharp({ create }).png().toBuffer();
  const publish = async (alt: string) =>
    publishPost(app, ada, {
      text: '',
      privacy: 'public',
      photos: [{ path: await upload(app, ada, body), alt }],
    });
  assert.ok((await getPost(app, ada, await publish('Come to my casino'))).heldAt);
  const harmless = await publish('A square');
  const { photos, heldAt } = await getPost(app, bob, harmless);
  assert.equal(heldAt, null);
  await editPost(app, ada, harmless, { text: '', alts: new Map([[photos[0]!.id, 'A casino']]) });
  await assert.rejects(getPost(app, bob, harmless), { kind: 'missing' });
  assert.equal((await getPost(app, ada, harmless)).photos[0]?.alt, 'A casino');
});

test('moderates an edit like a new text', async (app) => {
  const { ada, bob } = await createWorld(app);
  await app.db
    .insertInto('social.text_rule')
    .values({ kind: 'word', pattern: 'casino', outcome: 'hold', added_at: new Date() })
    .execute();
  const post = await say(app, ada, 'Harmless');
  const comment = await addComment(app, bob, post, 'Harmless too');
  assert.equal((await getPost(app, ada, post)).comments, 1);
  await editComment(app, bob, comment, 'Come to my casino');
  assert.equal((await getPost(app, ada, post)).comments, 0);
  assert.deepEqual((await getComments(app, ada, post)).comments, []);
  assert.equal((await getComments(app, bob, post)).comments.length, 1);
  await editPost(app, ada, post, { text: 'A casino', privacy: 'public', alts: new Map() });
  await assert.rejects(getPost(app, bob, post), { kind: 'missing' });
  assert.deepEqual(
    (await verdicts(app)).map(({ subject, outcome }) => `${subject} ${outcome}`),
    ['comment hold', 'post hold'],
  );
});

testWithDatabase('publishes one of several concurrent copies of a text', async ({ app }) => {
  const { ada } = await createWorld(app);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => say(app, ada, 'Sent by an impatient finger')),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await verdicts(app)).length, 7);
});
