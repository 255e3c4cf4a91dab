import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import type { Viewer } from '../../platform/app.ts';
import { addPage } from '../pages/editing.ts';
import { connect } from '../relationships/connect.ts';

// Requests and reads as the messenger of the original vendor does.

type Fields = Record<string, unknown>;
const sqlTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function getFrom({ plaza }: World, viewer: Viewer, path: string) {
  const answer = await plaza.api(viewer, 'GET', `/apis/php/${path}`);
  assert.equal(answer.status, 200, `${path}: ${answer.body.message}`);
  return answer.body as { data: Fields; has_more?: boolean; timestamp?: string };
}

async function begin(world: World) {
  const { app, ada, bob, plaza } = world;
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  await app.db.updateTable('identity.account').set({ last_seen_at: app.clock.now() }).execute();
  const body = { conversation_id: null, message: 'Tea & <cake>', recipients: `[${bob.id}]` };
  const sent = await plaza.api(ada, 'POST', '/apis/php/chat/message', body);
  return String((sent.body.data as Fields).conversation_id);
}

testPlaza('a conversation carries its messages, in the format of the family', async (world) => {
  const { ada, bob, plaza } = world;
  const id = await begin(world);
  for (const query of [`conversation_id=${id}`, `conversation_id=0&user_id=${bob.id}`]) {
    const { data, has_more, timestamp } = await getFrom(world, ada, `chat/conversation?${query}`);
    const messages = data.messages as Fields[];
    assert.deepEqual([messages.at(-1)?.message, data.has_more, has_more], ['Tea & <cake>', false, false]);
    assert.match(timestamp ?? '', isoTime);
    const [recipient] = data.recipients as Fields[];
    for (const time of [
      ...[messages.at(-1)?.time, data.time, (data.last_message as Fields).time, data.user_last_seen],
      ...[recipient?.user_last_seen, recipient?.user_registered],
    ])
      assert.match(String(time), sqlTime);
  }
  for (let n = 0; n < 20; n += 1)
    await plaza.api(bob, 'POST', '/apis/php/chat/message', { conversation_id: id, message: `${n}` });
  const { data } = await getFrom(world, ada, `chat/conversation?conversation_id=${id}`);
  assert.deepEqual([(data.messages as Fields[]).length, data.has_more], [20, true]);
  assert.equal((data.messages as Fields[]).at(-1)?.message, '19');
});

testPlaza('an empty conversation id beside a person means the conversation with them', async (world) => {
  const { ada, bob, carol, plaza } = world;
  const id = await begin(world);
  for (const empty of ['0', '', 'null', 'undefined', '00']) {
    const found = await getFrom(world, ada, `chat/conversation?conversation_id=${empty}&user_id=${bob.id}`);
    assert.equal(found.data.conversation_id, id, empty);
    const none = await getFrom(world, ada, `chat/conversation?conversation_id=${empty}&user_id=${carol.id}`);
    assert.equal(none.data, null, empty);
    const read = await getFrom(
      world,
      ada,
      `chat/messages?conversation_id=${empty}&user_id=${bob.id}&offset=0`,
    );
    assert.equal((read.data.messages as Fields[]).length, 1, empty);
    const nothing = await getFrom(world, ada, `chat/messages?conversation_id=${empty}&user_id=${carol.id}`);
    assert.deepEqual(nothing.data.messages, [], empty);
    const searched = await getFrom(world, ada, `chat/search?query=tea&conversation_id=${empty}`);
    assert.equal((searched.data as unknown as Fields[]).length, 1, empty);
    for (const body of [{ conversation_id: empty }, { conversation_id: 0 }]) {
      const message = { ...body, message: 'Again', recipients: [bob.id] };
      const sent = await plaza.api(ada, 'POST', '/apis/php/chat/message', message);
      assert.equal((sent.body.data as Fields | undefined)?.conversation_id, id, sent.body.message);
      const typing = { ...body, is_typing: 1 };
      const refused = await plaza.api(ada, 'POST', '/apis/php/chat/actions/typing', typing);
      assert.deepEqual([refused.status, refused.body.message], [400, 'conversation_id is required']);
    }
    for (const message of (await getFrom(world, ada, `chat/messages?conversation_id=${id}`)).data
      .messages as Fields[])
      if (message.message === 'Again')
        await plaza.api(ada, 'DELETE', `/apis/php/chat/message/${String(message.message_id)}?for=me`);
  }
  for (const path of ['chat/conversation?conversation_id=0&user_id=0', 'chat/messages?conversation_id=0']) {
    const { status, body } = await plaza.api(ada, 'GET', `/apis/php/${path}`);
    assert.deepEqual([status, body.message], [400, 'Send conversation_id or user_id'], path);
  }
});

testPlaza('counts of reactions are text for every kind, with a picture of the reaction', async (world) => {
  const { ada, bob, plaza } = world;
  const id = await begin(world);
  const [message] = (await getFrom(world, ada, `chat/messages?conversation_id=${id}`)).data
    .messages as Fields[];
  assert.deepEqual([message?.message_decoded, message?.reaction_like_count], ['Tea & <cake>', '0']);
  await plaza.api(bob, 'POST', '/apis/php/chat/reactions/react', {
    ...{ do: 'react', reaction: 'love', message_id: message?.message_id },
  });
  const [reacted] = (await getFrom(world, ada, `chat/messages?conversation_id=${id}`)).data
    .messages as Fields[];
  const none = { like: '0', haha: '0', yay: '0', wow: '0', sad: '0', angry: '0' };
  assert.deepEqual(reacted?.reactions, { ...none, love: '1' });
  assert.deepEqual([reacted.reaction_love_count, reacted.reaction_sad_count], ['1', '0']);
  const who = async (query: string) =>
    (await getFrom(world, ada, `chat/reactions/who_reacts?message_id=${String(message?.message_id)}${query}`))
      .data as unknown as Fields[];
  const [reactor] = await who('');
  const picture = await plaza.inject({ url: new URL(String(reactor?.reaction_image_url)).pathname });
  assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/png']);
  assert.equal((await sharp(picture.rawPayload).metadata()).width, 96);
  const counts = [];
  for (const type of ['', 'all', 'love', 'like']) counts.push((await who(`&reaction_type=${type}`)).length);
  assert.deepEqual(counts, [1, 1, 1, 0]);
});

testPlaza('settings have the switches without which the messenger hides its parts', async (world) => {
  const { ada } = world;
  const { system, user } = (await getFrom(world, ada, 'app/settings')).data as {
    system: Fields;
    user: Fields;
  };
  for (const name of [
    ...['reactions_enabled', 'chat_photos_enabled', 'chat_videos_enabled', 'chat_typing_enabled'],
    ...['chat_seen_enabled', 'voice_notes_chat_enabled', 'getting_started'],
  ])
    assert.equal(system[name], '1', name);
  assert.match(String(user.user_registered), sqlTime);
  assert.match(String(user.user_last_seen), sqlTime);
});

testPlaza('x-lang chooses the language of an answer, before the setting of the account', async (world) => {
  const { app, ada, plaza } = world;
  await app.db.updateTable('identity.account').set({ language: 'fr' }).where('id', '=', ada.id).execute();
  const ask = (lang: string) =>
    plaza.inject({
      method: 'POST',
      url: '/apis/php/auth/signin',
      headers: { 'x-lang': lang, 'x-api-key': 'unknown', 'content-type': 'application/json' },
      payload: { username_email: 'ada', password: 'wrong' },
    });
  const messages = new Map<string, string>();
  for (const lang of ['en_us', 'de_de', 'de', 'DE-de', 'es_es', 'xx_yy', '', 'x'.repeat(5000)])
    messages.set(lang, (await ask(lang)).json<{ message: string }>().message);
  assert.equal(messages.get('de_de'), messages.get('de'));
  assert.equal(messages.get('DE-de'), messages.get('de'));
  assert.equal(messages.get('xx_yy'), messages.get('en_us'));
  assert.equal(new Set(['en_us', 'de', 'es_es'].map((lang) => messages.get(lang))).size, 3);
});

testPlaza('contacts leave out people who are already chosen', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  for (const person of [bob, carol]) await connect(app, ada, 'follow', person.id);
  const rows: [string, string[]][] = [
    ['', ['bob', 'carol']],
    [`skipped_ids=[${bob.id}]`, ['carol']],
    [`skipped_ids=${encodeURIComponent(JSON.stringify([bob.id, carol.id]))}`, []],
    [`skipped_ids=${bob.id},${carol.id}`, []],
    [`skipped_ids[]=${carol.id}`, ['bob']],
    [`skipped_ids[]=${bob.id}&skipped_ids[]=${carol.id}`, []],
    ['skipped_ids=[]', ['bob', 'carol']],
  ];
  for (const [query, names] of rows) {
    const { data } = await getFrom(world, ada, `chat/contacts?query=&offset=0&${query}`);
    const found = (data as unknown as Fields[]).map(({ user_name }) => user_name);
    assert.deepEqual(found, names, query);
  }
  const wrong = await plaza.api(ada, 'GET', '/apis/php/chat/contacts?skipped_ids=[x]');
  assert.deepEqual([wrong.status, wrong.body.message], [400, 'skipped_ids must be a list of IDs']);
});

testPlaza('seen takes a single id', async (world) => {
  const { bob, plaza } = world;
  const id = await begin(world);
  for (const ids of [id, Number(id), [Number(id)], `[${id}]`]) {
    const { status, body } = await plaza.api(bob, 'POST', '/apis/php/chat/actions/seen', { ids });
    assert.equal(status, 200, `${JSON.stringify(ids)}: ${body.message}`);
  }
});

testPlaza('picture handles of clients set the picture, and unknown ones are refused', async (world) => {
  const { ada, bob, plaza, app } = world;
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const send = (viewer: Viewer, fields: Record<string, string>) =>
    plaza.upload(
      viewer,
      '/apis/php/data/upload',
      { type: 'photos', ...fields },
      { name: 'a.png', body: png },
    );
  const own = async () => {
    const { user } = (await getFrom(world, ada, 'app/settings')).data as { user: Fields };
    return { picture: user.user_picture, cover: user.user_cover };
  };
  for (const handle of ['picture-user', 'profile-user', 'picture', 'cover-user', 'cover']) {
    const sent = await send(ada, { handle });
    const which = handle.startsWith('cover') ? 'cover' : 'picture';
    assert.equal((await own())[which], sent.body.data, handle);
    assert.match(String(sent.body.data), /^http:\/\/plaza\.test\/content\/uploads\//);
    const removed = await plaza.api(ada, 'POST', '/apis/php/user/image_delete', { handle });
    assert.equal(removed.status, 200, removed.body.message);
    assert.notEqual((await own())[which], sent.body.data, handle);
  }
  const page = await addPage(app, ada, {
    title: 'Bakery',
    username: 'bakery',
    category: '',
    about: '',
    website: '',
  });
  for (const [handle, field] of [
    ['picture-page', 'page_picture'],
    ['cover-page', 'page_cover'],
  ] as const) {
    const sent = await send(ada, { handle, id: page });
    assert.equal(sent.status, 200, sent.body.message);
    const shown = async () => (await getFrom(world, ada, `pages/page?page_id=${page}`)).data[field];
    assert.equal(await shown(), sent.body.data);
    assert.ok([403, 404].includes((await send(bob, { handle, id: page })).status));
    const missing = await send(ada, { handle });
    assert.deepEqual([missing.status, missing.body.message], [400, 'Enter the ID of the page']);
    const removed = await plaza.api(ada, 'POST', '/apis/php/user/image_delete', { handle, id: page });
    assert.equal(removed.status, 200);
    assert.notEqual(await shown(), sent.body.data);
  }
  for (const handle of ['picture-usr', 'avatar', 'picture-group', 'constructor', 'both', 'PICTURE-USER']) {
    const sent = await send(ada, { handle });
    assert.equal(sent.status, 400, handle);
    assert.match(sent.body.message, /handle must be one of picture, cover, picture-user/);
    const removed = await plaza.api(ada, 'POST', '/apis/php/user/image_delete', { handle });
    assert.deepEqual([removed.status, removed.body.message.includes('handle')], [400, true], handle);
  }
  for (const handle of ['', 'chat', 'publisher', 'comment', 'x-image'])
    assert.match(String((await send(ada, { handle })).body.data), /^photos\//, handle);
});
