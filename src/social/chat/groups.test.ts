import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { days } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { connect } from '../relationships/connect.ts';

type Fields = Record<string, unknown>;

/** Ada is a friend of Bob and Carol. Returns a client that expects a status, and befriends them. */
async function open({ app, plaza, ada, bob, carol }: World) {
  for (const other of [bob, carol]) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  return async (viewer: Viewer, path: string, body?: object, status = 200): Promise<Fields> => {
    const answer = await plaza.api(viewer, body ? 'POST' : 'GET', `/apis/php/chat/${path}`, body);
    assert.equal(answer.status, status, `${path}: ${answer.body.message}`);
    return status === 200 ? (answer.body.data as Fields) : { message: answer.body.message };
  };
}

testPlaza('groups are named, changed and left by API, by those with permission', async (world) => {
  const { plaza, ada, bob, carol, olga } = world;
  const ask = await open(world);
  const recipients = [bob.id, carol.id];
  const made = await ask(ada, 'message', { recipients, title: 'Bakers', message: 'Who bakes?' });
  const conversation_id = made.conversation_id;
  assert.deepEqual([made.name, made.i_admin, made.owner_ids], ['Bakers', true, '']);
  const group = (viewer: Viewer, body: object, status = 200) =>
    ask(viewer, 'group', { conversation_id, ...body }, status);

  assert.equal((await group(bob, { do: 'rename', title: 'Cooks' })).name, 'Cooks');
  const title = await group(bob, { do: 'rename', title: 'x'.repeat(101) }, 400);
  assert.match(String(title.message), /at most 100 characters/);
  for (const [body, field] of [
    [{ do: 'rename' }, 'title'],
    [{ do: 'add' }, 'recipients'],
    [{ do: 'add', recipients: [] }, 'recipients'],
    [{ do: 'remove' }, 'user_id'],
    [{ do: 'owner', user_id: '0' }, 'user_id'],
  ] as const)
    assert.equal((await group(ada, body, 400)).message, `${field} is required`);
  await group(bob, { do: 'remove', user_id: carol.id }, 403);
  await group(olga, { do: 'rename', title: 'Mine' }, 404);
  assert.equal((await group(ada, { do: 'owner', user_id: bob.id })).owner_ids, bob.id);
  assert.equal((await group(bob, { do: 'remove', user_id: carol.id })).recipients_count, 1);
  await ask(carol, `conversation?conversation_id=${String(conversation_id)}`, undefined, 404);
  assert.equal((await group(ada, { do: 'add', recipients: `[${carol.id}]` })).recipients_count, 2);

  const url = '/apis/php/chat/group/picture';
  const fields = { conversation_id: String(conversation_id) };
  const red = { width: 40, height: 30, channels: 3, background: 'red' } as const;
  const body = await sharp({ create: red }).png().toBuffer();
  const set = await plaza.upload(carol, url, fields, { name: 'a.png', body });
  assert.match(String((set.body.data as Fields).picture), /\/avatars\//);
  assert.equal((await plaza.upload(olga, url, fields, { name: 'a.png', body })).status, 404);
  const text = { name: 'a.png', body: Buffer.from('no picture') };
  assert.equal((await plaza.upload(carol, url, fields, text)).status, 400);
  const unset = await plaza.upload(carol, url, fields);
  assert.doesNotMatch(String((unset.body.data as Fields).picture), /group/);
  const direct = await ask(ada, 'message', { recipients: [bob.id], message: 'Hello' });
  await ask(ada, 'group', { conversation_id: direct.conversation_id, do: 'rename', title: 'x' }, 400);
});

testPlaza('conversations are accepted, muted, pinned, archived and drafted by API', async (world) => {
  const { ada, bob, olga } = world;
  const ask = await open(world);
  const { conversation_id } = await ask(olga, 'message', { recipients: [bob.id], message: 'Hello' });
  const change = (act: string, status = 200) =>
    ask(bob, 'actions/change', { conversation_id, do: act }, status);
  const listed = async (folder = 'inbox') =>
    ((await ask(bob, `conversations?folder=${folder}`)) as unknown as Fields[]).length;
  assert.deepEqual([await listed(), await listed('requests')], [0, 1]);
  assert.equal((await change('accept')).is_request, false);
  assert.deepEqual([await listed(), await listed('requests')], [1, 0]);
  for (const [act, undo, field] of [
    ['mute', 'unmute', 'is_muted'],
    ['mute-hour', 'unmute', 'is_muted'],
    ['pin', 'unpin', 'is_pinned'],
    ['archive', 'unarchive', 'is_archived'],
  ] as const)
    assert.deepEqual([(await change(act))[field], (await change(undo))[field]], [true, false], act);
  await change('hide', 400);
  await change('archive');
  assert.deepEqual([await listed(), await listed('archived')], [0, 1]);
  await ask(ada, 'actions/change', { conversation_id, do: 'pin' }, 404);

  const draft = (message: string, status = 200) =>
    ask(bob, 'actions/draft', { conversation_id, message }, status);
  const drafted = async () =>
    (await ask(bob, `conversation?conversation_id=${String(conversation_id)}`)).draft;
  await draft('Dear Olga');
  assert.equal(await drafted(), 'Dear Olga');
  await draft('x'.repeat(6001), 400);
  await draft('');
  assert.equal(await drafted(), '');
});

testPlaza('conversations are found by name, on pages and by API', async (world) => {
  const { plaza, app, ada, bob, carol, olga } = world;
  const ask = await open(world);
  const direct = await ask(ada, 'message', { recipients: [bob.id], message: 'Hello' });
  const recipients = [bob.id, carol.id];
  const titled = await ask(ada, 'message', { recipients, title: 'Crème brûlée', message: 'Sugar' });
  const untitled = await ask(ada, 'message', { recipients, message: 'Hello' });
  await ask(olga, 'message', { recipients: [ada.id], message: 'You do not know me' });
  const found = async (viewer: Viewer, words: string) =>
    ((await ask(viewer, `conversations?query=${words}`)) as unknown as Fields[]).map(
      ({ conversation_id }) => conversation_id,
    );
  const ids = [untitled, titled, direct].map(({ conversation_id }) => String(conversation_id));
  const [ofBoth, ofTitle, ofBob] = ids;
  assert.deepEqual(await found(ada, 'BOB'), [ofBoth, ofBob]);
  assert.deepEqual(await found(ada, 'brulee'), [ofTitle]);
  assert.deepEqual(await found(ada, 'carol'), [ofBoth]);
  for (const [viewer, words] of [
    [ada, 'olga'],
    [ada, 'ada'],
    [ada, '%25'],
    [olga, 'brulee'],
  ] as const)
    assert.deepEqual(await found(viewer, words), [], words);
  const shown = (text: string) =>
    ids.filter((id) => new RegExp(`class="chat-person"[^>]*"(/messages/)?${id}"`).test(text));
  await connect(app, carol, 'block', ada.id);
  assert.deepEqual(await found(ada, 'carol'), [], 'search does not reveal group members hidden from her');
  await connect(app, carol, 'unblock', ada.id);
  const search = await plaza.page(ada, '/messages/search?q=brulee');
  assert.deepEqual(shown(search.text), [ofTitle]);
  assert.equal(
    (await plaza.page(ada, '/messages/search?q=nothing')).text.includes('Conversations</h2>'),
    false,
  );
  const message = await app.db
    .selectFrom('social.message')
    .select('id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const forward = `/messages/${ofBob}/messages/${message.id}/forward`;
  assert.deepEqual(shown((await plaza.page(ada, forward)).text), ids);
  assert.deepEqual(shown((await plaza.page(ada, `${forward}?q=carol`)).text), [ofBoth]);
});

testPlaza('messages are read by date and in both directions', async (world) => {
  const { app, ada, bob } = world;
  const ask = await open(world);
  const first = await ask(ada, 'message', { recipients: [bob.id], message: '0' });
  const { conversation_id } = first;
  for (let n = 1; n < 30; n += 1) {
    if (n % 10 === 0) app.clock.turn(days(1));
    await ask(ada, 'message', { conversation_id, message: String(n) });
  }
  const read = async (query: string) => {
    const { messages, has_more } = await ask(
      bob,
      `messages?conversation_id=${String(conversation_id)}&${query}`,
    );
    return { messages: messages as { message: string; message_id: string; time: string }[], has_more };
  };
  const newest = await read('');
  const day = newest.messages[0]?.time.slice(0, 10) ?? '';
  const since = await read(`date=${day}`);
  assert.deepEqual(
    since.messages.map(({ message }) => message),
    Array.from({ length: 20 }, (_, n) => String(n + 10)),
  );
  const older = await read(`before_message_id=${since.messages[0]?.message_id}`);
  assert.deepEqual(
    older.messages.map(({ message }) => message),
    Array.from({ length: 10 }, (_, n) => String(n)),
  );
  assert.deepEqual([older.has_more, since.has_more], [false, false]);
  assert.deepEqual((await read('date=2099-01-01')).messages, []);
  await ask(bob, `messages?conversation_id=${String(conversation_id)}&date=2026-13-01`, undefined, 400);
  await ask(bob, `messages?conversation_id=${String(conversation_id)}&date=today`, undefined, 400);
});
