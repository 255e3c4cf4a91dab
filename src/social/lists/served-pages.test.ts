import assert from 'node:assert/strict';
import { openPlaza, testPlaza, type Plaza, type World } from '../../../test/ask-plaza.ts';
import { addPerson, device } from '../../../test/world.ts';
import { hours } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { publishPost } from '../posts/publishing.ts';
import { connect } from '../relationships/connect.ts';
import { purgeServedPages } from './served-pages.ts';

type Fields = Record<string, unknown>;

const read = async (plaza: Plaza, viewer: Viewer, path: string, page: number) => {
  const mark = path.includes('?') ? '&' : '?';
  const { status, body } = await plaza.api(viewer, 'GET', `/apis/php/${path}${mark}offset=${page}`);
  assert.equal(status, 200, body.message);
  return body as { data: Fields[]; has_more: boolean };
};

const names = (records: readonly Fields[], field: string) => records.map((record) => String(record[field]));

/** Adds people by name, `p00` first. */
async function addPeople(world: World, count: number): Promise<Viewer[]> {
  const people = [];
  for (let n = 0; n < count; n += 1)
    people.push(await addPerson(world.app, `p${String(n).padStart(2, '0')}`));
  return people;
}

async function follow({ app, ada }: World, person: Viewer) {
  app.clock.turn(1000);
  await connect(app, ada, 'follow', person.id);
}

testPlaza('conversations are served once when messages arrive between two pages', async (world) => {
  const { app, ada, plaza } = world;
  await app.db
    .updateTable('identity.account')
    .set({ registered_at: new Date(0) })
    .execute();
  const people = await addPeople(world, 45);
  for (const person of people) {
    await connect(app, ada, 'follow', person.id);
    await connect(app, person, 'follow', ada.id);
    await sendMessage(app, person, { recipients: [ada.id], text: 'Hello' });
  }
  const all = [];
  const folder = 'chat/conversations';
  for (const page of [0, 1, 2]) all.push(...names((await read(plaza, ada, folder, page)).data, 'name'));
  assert.equal(new Set(all).size, 45, 'without changes');

  const first = await read(plaza, ada, folder, 0);
  // One from each page becomes the newest, and one that was served is deleted.
  for (const index of [44, 20, 3])
    await sendMessage(app, people[index]!, { recipients: [ada.id], text: 'Again' });
  const [served] = first.data;
  await plaza.api(ada, 'DELETE', `/apis/php/chat/conversation/${String(served?.conversation_id)}`);
  const second = await read(plaza, ada, folder, 1);
  await sendMessage(app, people[10]!, { recipients: [ada.id], text: 'Again' });
  const third = await read(plaza, ada, folder, 2);
  const listed = [first, second, third].flatMap(({ data }) => names(data, 'name'));
  assert.deepEqual([listed.length, new Set(listed).size], [45, 45]);
  assert.deepEqual([first.has_more, second.has_more, third.has_more], [true, true, false]);
  const again = await read(plaza, ada, folder, 1);
  assert.deepEqual(names(again.data, 'name').length, 20, 'a page can be read again');
});

testPlaza('messages are served once while both people write and delete', async (world) => {
  const { app, ada, bob, plaza } = world;
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  const { conversationId } = await sendMessage(app, ada, { recipients: [bob.id], text: '0' });
  for (let n = 1; n < 50; n += 1) await sendMessage(app, ada, { conversationId, text: `${n}` });
  const path = `chat/messages?conversation_id=${conversationId}`;
  const page = async (number: number) =>
    ((await read(plaza, bob, path, number)).data as unknown as { messages: Fields[] }).messages;
  const first = await page(0);
  for (let n = 50; n < 55; n += 1) await sendMessage(app, ada, { conversationId, text: `${n}` });
  for (const message of first.slice(0, 3))
    await plaza.api(bob, 'DELETE', `/apis/php/chat/message/${String(message.message_id)}?for=me`);
  const second = await page(1);
  await sendMessage(app, bob, { conversationId, text: '55' });
  const third = await page(2);
  assert.deepEqual(
    [...third, ...second, ...first].map(({ message }) => Number(message)),
    Array.from({ length: 50 }, (_, n) => n),
  );
  assert.deepEqual(
    (await page(0)).map(({ message }) => Number(message)),
    Array.from({ length: 20 }, (_, n) => n + 36),
    'the first page starts over',
  );
});

testPlaza('people, posts and photos are served once when the list grows or shrinks', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  const people = await addPeople(world, 50);
  for (const person of people.slice(0, 45)) await follow(world, person);
  const posts: string[] = [];
  for (let n = 0; n < 45; n += 1)
    posts.push(await publishPost(app, ada, { text: `Number ${n}`, privacy: 'public', photos: [] }));
  const lists: [string, string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      `data/load?get=followings&id=${ada.id}`,
      'user_name',
      () => follow(world, people[45]!),
      () => connect(app, ada, 'unfollow', people[44]!.id),
    ],
    [
      'chat/contacts?query=',
      'user_name',
      () => follow(world, carol),
      () => connect(app, ada, 'unfollow', people[2]!.id),
    ],
    [
      `data/load?get=posts_profile&id=${ada.id}`,
      'post_id',
      () => publishPost(app, ada, { text: 'New', privacy: 'public', photos: [] }),
      () => plaza.api(ada, 'DELETE', `/apis/php/posts/post/${posts.at(-1)}`),
    ],
    [
      'data/load?get=newsfeed',
      'post_id',
      () => publishPost(app, ada, { text: 'Newer', privacy: 'public', photos: [] }),
      () => plaza.api(ada, 'DELETE', `/apis/php/posts/post/${posts.at(-3)}`),
    ],
  ];
  for (const [path, field, grow, shrink] of lists) {
    const whole = [];
    for (const page of [0, 1, 2]) whole.push(...names((await read(plaza, ada, path, page)).data, field));
    assert.equal(new Set(whole).size, whole.length, path);
    const first = await read(plaza, ada, path, 0);
    await grow();
    const second = await read(plaza, ada, path, 1);
    await shrink();
    const third = await read(plaza, ada, path, 2);
    const listed = [first, second, third].flatMap(({ data }) => names(data, field));
    assert.deepEqual(listed, whole, path);
    assert.equal(third.has_more, false, path);
  }
  const other = await read(plaza, bob, `data/load?get=followings&id=${ada.id}`, 1);
  assert.equal(other.data.length, 20, 'a page without a previous one is found by its number');
});

testPlaza('pages continue in another process, for an hour, for one session', async (world) => {
  const { app, ada, plaza } = world;
  for (const person of await addPeople(world, 45)) await follow(world, person);
  const other = await openPlaza(app);
  const [phone, tablet] = [await startSession(app, ada.id, device), await startSession(app, ada.id, device)];
  const ids = async (server: Plaza, token: string, page: number) => {
    const url = `/apis/php/data/load?get=followings&id=${ada.id}&offset=${page}`;
    const answer = await server.inject({ url, headers: { 'x-auth-token': token } });
    return names(answer.json<{ data: Fields[] }>().data, 'user_name');
  };
  const first = await ids(plaza, phone, 0);
  await follow(world, await addPerson(app, 'newcomer'));
  const theirs = await ids(plaza, tablet, 0);
  assert.equal(theirs[0], 'newcomer');
  const [second, next] = [await ids(other, phone, 1), await ids(other, tablet, 1)];
  assert.deepEqual([...first, ...second].length, new Set([...first, ...second]).size);
  assert.deepEqual([...theirs, ...next].length, new Set([...theirs, ...next]).size);
  await other.close();
  const rows = () => app.db.selectFrom('social.served_page').select('list').execute();
  assert.equal((await rows()).length, 2);
  app.clock.turn(hours(1) + 1);
  await purgeServedPages(app);
  assert.deepEqual(await rows(), []);
});
