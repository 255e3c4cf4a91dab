import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { upload } from '../../../test/upload.ts';
import { projectFolder } from '../../kernel/project-folder.ts';
import { sweepFiles } from '../../platform/jobs/system-jobs.ts';
import { addPlan } from '../monetization/plans.ts';

const posts = '/apis/php/posts/post';
type Fields = Record<string, unknown> & { id: string; photos: { source: string }[] };

const planOf = ({ app, ada }: World, title = 'Supporter', price = '4.50') =>
  addPlan(
    app,
    ada,
    { type: 'profile', id: ada.id },
    { title, price, periodNum: '1', period: 'month', description: '' },
  );

const opened = ({ plaza }: World) => ({
  add: async (person: World['ada'], body: object) => {
    const { status, body: answer } = await plaza.api(person, 'POST', posts, body);
    return {
      status,
      message: answer.message,
      post: answer.data as Fields,
      field: (answer as { field?: string }).field,
    };
  },
  read: async (person: World['ada'], id: string) =>
    (await plaza.api(person, 'GET', `${posts}/${id}`)).body.data as Fields,
});

const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

// Only these files may read paid content, because they control access to it.
const readers = [
  // Access checks and reading for a viewer.
  'social/access/entitlement.ts',
  'social/posts/reading/post-parts.ts',
  'social/posts/reading/select-posts.ts',
  // Storing and moving the content.
  'social/posts/paywall.ts',
  'social/accounts/data/erase-plaza.ts',
  // Exports for the author, and content of moderation decisions.
  'social/accounts/data/written-sections.ts',
  'social/appeals/appeals.ts',
  'social/cases/appeals.ts',
  'social/cases/reading.ts',
  'social/moderation/case.ts',
  // Only check for the existence of a paywall.
  'social/search/learn-words.ts',
  'social/trending/update-trends.ts',
];

test('no other query reads paid content', async () => {
  const found = [];
  for await (const file of glob('**/*.ts', { cwd: join(projectFolder, 'src') }))
    if (
      !file.endsWith('.test.ts') &&
      !file.endsWith('rows.gen.ts') &&
      /social\.paywall\b|'paywall',?\s*\]/.test(await readFile(join(projectFolder, 'src', file), 'utf8'))
    )
      found.push(file);
  assert.deepEqual(found.toSorted(), readers.toSorted());
});

testPlaza('locks, edits, unlocks and locks a post again with its files', async (world) => {
  const { app, ada, bob, plaza } = world;
  const { add, read } = opened(world);
  const plan = await planOf(world);
  const path = await upload(app, ada, await picture);
  const { status, message, post } = await add(ada, {
    text: 'The whole recipe',
    privacy: 'public',
    photos: path,
    alt: 'The bread',
    for_subscriptions: '1',
    plan_id: plan,
    post_price: '2',
    paid_text: 'How I bake bread',
  });
  assert.equal(status, 200, message);
  const { id } = post;
  const sold = {
    for_subscriptions: true,
    is_paid: true,
    post_price: '2.00',
    plan_id: plan,
    paid_text: 'How I bake bread',
    tips_enabled: true,
  };
  const subscription = (type: string, id: string, price: string) => {
    return { needs_subscription_type: type, needs_subscription_id: id, needs_subscription_price: price };
  };
  const whole = { can_get_details: true, ...subscription('', '', '') };
  const closed = { can_get_details: false, ...subscription('profile', ada.id, '4.50') };
  const mine = {
    ...sold,
    text: 'The whole recipe',
    needs_subscription: false,
    needs_payment: false,
    ...whole,
  };
  const theirs = {
    ...sold,
    text: 'How I bake bread',
    needs_subscription: true,
    needs_payment: true,
    ...closed,
  };
  const pick = (shown: Fields, like: object) =>
    Object.fromEntries(Object.keys(like).map((name) => [name, shown[name]]));
  assert.deepEqual(pick(post, mine), mine);
  assert.equal(post.photos.length, 1);
  const locked = await read(bob, id);
  assert.deepEqual(pick(locked, theirs), theirs);
  assert.deepEqual(locked.photos, []);
  const page = await plaza.page(undefined, `/posts/${id}`);
  assert.match(page.text, /data:image\/webp;base64/);
  assert.match(page.text, /"isAccessibleForFree":false/);
  assert.match(page.text, /from \$4\.50 a month/);
  assert.doesNotMatch(page.text, /whole recipe/);

  await plaza.api(ada, 'PUT', `${posts}/${id}`, { text: 'A better recipe', alt: ['The loaf'] });
  assert.equal((await read(ada, id)).text, 'A better recipe');
  assert.equal((await read(bob, id)).text, 'How I bake bread');
  const history = await plaza.api(bob, 'GET', `/apis/php/posts/history?id=${id}`);
  assert.doesNotMatch(JSON.stringify(history.body), /recipe/);
  await sweepFiles({ ...app, clock: { now: () => new Date(app.clock.now().getTime() + 10 * 86_400_000) } });
  assert.ok(await app.files.find(path), 'a file behind a paywall is not deleted as unused');

  await plaza.api(ada, 'PUT', `${posts}/${id}`, { text: 'For all', for_subscriptions: '0' });
  const open = await read(bob, id);
  assert.deepEqual([open.text, open.for_subscriptions, open.photos.length], ['For all', false, 1]);
  assert.equal((await plaza.page(undefined, `/content/uploads/${path}`)).status, 200);
  assert.doesNotMatch(
    JSON.stringify((await plaza.api(bob, 'GET', `/apis/php/posts/history?id=${id}`)).body),
    /recipe/,
  );

  await plaza.api(ada, 'PUT', `${posts}/${id}`, { text: 'Sold again', post_price: '3.5' });
  assert.deepEqual(pick(await read(bob, id), { text: '', post_price: '' }), { text: '', post_price: '3.50' });
  const history2 = await plaza.api(bob, 'GET', `/apis/php/posts/history?id=${id}`);
  assert.doesNotMatch(JSON.stringify(history2.body), /For all/);
});

testPlaza('only people with access can comment on paid content', async (world) => {
  const { ada, bob, plaza } = world;
  const { add } = opened(world);
  await planOf(world);
  const { post } = await add(ada, { text: 'Sold', privacy: 'public', for_subscriptions: true });
  const say = (person: World['ada']) =>
    plaza.api(person, 'POST', '/apis/php/posts/comment', { post_id: post.id, text: 'Hello' });
  assert.equal((await say(bob)).status, 403);
  assert.equal((await say(ada)).status, 200);
});

testPlaza('validates prices and audiences and reports errors at their field', async (world) => {
  const { app, ada, bob } = world;
  const { add } = opened(world);
  const locked = { text: 'Sold', privacy: 'public', for_subscriptions: '1' };
  const early = await add(ada, locked);
  assert.deepEqual([early.status, early.message], [400, 'Add a plan first, so that people can subscribe']);
  const plan = await planOf(world);
  const deleted = await planOf(world, 'Old');
  await app.db
    .updateTable('social.plan')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', deleted)
    .execute();
  const typed = ['-1', '0', '0.00', '1.234', 'NaN', '1e3', '99999', '0.05', '٣', 'abc'];
  const cases: [World['ada'], object, RegExp][] = [
    [bob, { ...locked, plan_id: plan }, /no such plan/],
    [ada, { ...locked, plan_id: '999999' }, /no such plan/],
    [ada, { ...locked, plan_id: deleted }, /no such plan/],
    [ada, { text: 'Sold', privacy: 'public', is_paid: '1' }, /price/],
    ...typed.map((post_price): [World['ada'], object, RegExp] => [
      ada,
      { text: 'Sold', privacy: 'public', post_price },
      /price/,
    ]),
    [ada, { ...locked, privacy: 'me' }, /private/],
    [ada, { ...locked, poll_options: ['Yes', 'No'] }, /poll/],
    [ada, { ...locked, paid_text: 'x'.repeat(1001) }, /1,000 characters/],
  ];
  for (const [person, body, words] of cases) {
    const refused = await add(person, body);
    assert.equal(refused.status, 400, `${JSON.stringify(body)}: ${refused.message}`);
    assert.match(refused.message, words);
  }
  assert.equal((await app.db.selectFrom('social.post').select('id').execute()).length, 0);
});

testPlaza('a paid post without a preview text is not shown as an unavailable share', async (world) => {
  const { plaza, ada, bob } = world;
  const body = { text: 'The recipe', privacy: 'public', post_price: '2' };
  const { post } = await opened(world).add(ada, body);
  for (const reader of [ada, bob, undefined]) {
    const { text } = await plaza.page(reader, `/posts/${post.id}`);
    assert.doesNotMatch(text, /not available/, reader?.username);
  }
});
