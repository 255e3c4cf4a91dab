import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { silentLog, testConfig } from '../../../test/app.ts';
import { openPlaza, testCommittingPlaza } from '../../../test/ask-plaza.ts';
import { cloneDatabase, connectionTo, dropDatabase } from '../../../test/database.ts';
import { startCommitProxy } from '../../../test/faults/lose-commit.ts';
import { createWorld } from '../../../test/world.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import { type App, systemClock } from '../app.ts';
import { openApp } from '../open-app.ts';
import { nobody } from './caller.ts';
import { addFormKeys } from './form-keys.ts';

const countPosts = async ({ db }: App, text: string) =>
  (await db.selectFrom('social.post').select('id').where('text', '=', text).execute()).length;

const keyIn = (markup: string) => /name="form_key" value="([\w-]{16})"/.exec(markup)?.[1] ?? '';

testCommittingPlaza('adds one key to every form of a page that changes something', ({ ada }) => {
  const member = { caller: { ...nobody, viewer: ada } };
  const keyed = addFormKeys(
    '<form method="get"></form><form class="a" method="post" novalidate><b></b></form><form method="post">',
    member,
  );
  assert.equal(keyed.match(/name="form_key"/g)?.length, 2);
  assert.match(keyed, /novalidate><input type="hidden" name="form_key" value="[\w-]{16}"><b>/);
  assert.match(
    addFormKeys('<form method="post" data-action="submit->push#subscribe"><b></b>', member),
    /#subscribe"><input [^>]+><b>/,
  );
  const wrapped = '<form\nclass="a"\nmethod="post"\nnovalidate\n>';
  assert.match(addFormKeys(wrapped, member), /^<form\nclass="a"\nmethod="post"\nnovalidate\n><input [^>]+>$/);
  for (const unchanged of [
    '<p>No form</p>',
    '<form data-repeatable\nmethod="post">',
    '<p> method="post"></p>',
  ])
    assert.equal(addFormKeys(unchanged, member), unchanged);
  assert.equal(addFormKeys('<form method="post">', { caller: nobody }), '<form method="post">');
  return Promise.resolve();
});

testCommittingPlaza('publishes a form once that is submitted again', async ({ app, plaza, ada, bob }) => {
  const key = keyIn((await plaza.page(ada, '/')).text);
  assert.notEqual(key, '');
  const fields = { text: 'Sent by a form', privacy: 'public', form_key: key };
  const first = await plaza.form(ada, '/posts', fields);
  const again = await plaza.form(ada, '/posts', fields);
  assert.equal(first.status, 303);
  assert.deepEqual([again.status, again.headers.location], [303, first.headers.location]);
  assert.equal(await countPosts(app, fields.text), 1);

  // Both at once, another text with the key, and the same by somebody else.
  const both = { ...fields, text: 'Sent by two clicks' };
  const clicks = await Promise.all([plaza.form(ada, '/posts', both), plaza.form(ada, '/posts', both)]);
  assert.deepEqual(
    clicks.map(({ headers }) => headers.location),
    [clicks[0].headers.location, clicks[0].headers.location],
  );
  assert.equal(await countPosts(app, both.text), 1);
  await plaza.form(bob, '/posts', both);
  assert.equal(await countPosts(app, both.text), 2);
});

testCommittingPlaza('saves another file of the same name with the same key', async ({ app, plaza, ada }) => {
  const key = keyIn((await plaza.page(ada, '/settings/pictures')).text);
  const picture = async (color: string) => {
    const body = await sharp({ create: { width: 64, height: 64, channels: 3, background: color } })
      .png()
      .toBuffer();
    const file = { name: 'image.png', body };
    await plaza.multipart(ada, '/settings/pictures', { handle: 'picture', form_key: key }, file);
    return app.db
      .selectFrom('identity.account')
      .select('picture')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
  };
  const red = await picture('red');
  const blue = await picture('blue');
  assert.notEqual(red.picture, blue.picture);
  assert.equal((await picture('red')).picture, blue.picture, 'the same form again');
});

testCommittingPlaza('lets a rejected form be corrected and sent again', async ({ app, plaza, ada }) => {
  const key = keyIn((await plaza.page(ada, '/')).text);
  const fields = { privacy: 'public', form_key: key };
  const rejected = await plaza.form(ada, '/posts', { ...fields, text: '' });
  assert.equal(rejected.status, 422);
  await plaza.form(ada, '/posts', { ...fields, text: 'Corrected' });
  assert.equal(await countPosts(app, 'Corrected'), 1);
});

testCommittingPlaza('does what a script repeats on purpose', async ({ app, plaza, ada }) => {
  const key = keyIn((await plaza.page(ada, '/')).text);
  const fields = { text: 'Sent by a script', privacy: 'public', form_key: key };
  const script = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin', accept: '*/*' };
  assert.equal((await plaza.form(ada, '/posts', fields, script)).status, 303);
  // Not as the same form: the rule against repeated posts refuses it.
  assert.equal((await plaza.form(ada, '/posts', fields, script)).status, 409);
  assert.equal(await countPosts(app, fields.text), 1);
});

test('when the response to a commit is lost', async (context) => {
  const database = await cloneDatabase();
  const direct = await connectionTo(database);
  const proxy = await startCommitProxy(direct);
  const open = await openApp(
    testConfig(),
    { connectionString: `postgres://${direct.user}@127.0.0.1:${proxy.port}/${database}` },
    silentLog,
  );
  const app = { ...open.app, clock: { ...systemClock, turn: () => undefined, set: () => undefined } };
  const world = await createWorld(app);
  const plaza = await openPlaza(app);
  context.after(async () => {
    await plaza.close();
    await open.close();
    await proxy.close();
    await dropDatabase(database);
  });
  const key = keyIn((await plaza.page(world.ada, '/')).text);

  await context.test('a form is answered as saved, and a repetition publishes nothing', async () => {
    const fields = { text: 'A lost response', privacy: 'public', form_key: key };
    proxy.loseNext('after');
    const answer = await plaza.form(world.ada, '/posts', fields);
    assert.equal(answer.status, 303);
    const again = await plaza.form(world.ada, '/posts', fields);
    assert.equal(again.status, 303);
    assert.equal(await countPosts(app, fields.text), 1);
  });

  await context.test('a form whose commit never arrived can be sent again', async () => {
    const fields = { text: 'A lost commit', privacy: 'public', form_key: key };
    proxy.loseNext('before');
    const answer = await plaza.form(world.ada, '/posts', fields);
    assert.equal(answer.status, 503);
    assert.match(answer.text, /Nothing was saved, so you can send it again/);
    assert.equal((await plaza.form(world.ada, '/posts', fields)).status, 303);
    assert.equal(await countPosts(app, fields.text), 1);
  });

  await context.test('a call with a key gets its response', async () => {
    const post = (text: string, when: 'before' | 'after') => {
      proxy.loseNext(when);
      return publish(text);
    };
    const token = await startSession(app, world.ada.id, device);
    const publish = async (text: string) => {
      const answer = await plaza.inject({
        method: 'POST',
        url: '/apis/php/posts/post',
        headers: { 'x-auth-token': token, 'idempotency-key': 'one' },
        payload: { text, privacy: 'public' },
      });
      return { status: answer.statusCode, id: answer.json<{ data?: { post_id: string } }>().data?.post_id };
    };
    const first = await post('With a key', 'after');
    assert.equal(first.status, 200);
    assert.deepEqual(await publish('With a key'), first);
    assert.equal(await countPosts(app, 'With a key'), 1);
  });

  await context.test('a call without a key is told that nobody knows', async () => {
    proxy.loseNext('after');
    const text = 'Without a key';
    const unknown = await plaza.api(world.ada, 'POST', '/apis/php/posts/post', { text, privacy: 'public' });
    assert.equal(unknown.status, 503);
    assert.match(unknown.body.message, /We cannot tell whether this was saved/);
    assert.equal(await countPosts(app, text), 1);
  });
});

const device = { createdVia: 'api', userAgent: 'Test', address: '127.0.0.1' } as const;
