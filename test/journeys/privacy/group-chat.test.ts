// The chat of a group: who is in the group is in it, and nobody else, however they come and go.
import assert from 'node:assert/strict';
import type { Viewer } from '../../../src/platform/app.ts';
import { erasePlaza } from '../../../src/social/accounts/data/erase-plaza.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { removeChatsOfClosed, setGroupChat } from '../../../src/social/groups/chat.ts';
import { addGroup, deleteGroup, getGroup, updateGroup } from '../../../src/social/groups/groups.ts';
import {
  banFromGroup,
  changeGroupRole,
  joinGroup,
  leaveGroup,
  removeGroupMember,
} from '../../../src/social/groups/membership.ts';
import { block } from '../../../src/social/relationships/blocks.ts';
import { testPlaza, type World } from '../../ask-plaza.ts';
import { addPerson } from '../../world.ts';

const add = ({ app, ada }: World, kind = 'public') =>
  addGroup(app, ada, { kind, title: 'Bakers', about: '', rules: '', questions: [] });

/** Who of the people finds the text in any place of the chat. */
async function readersOf({ plaza }: World, chatId: string, text: string, people: readonly Viewer[]) {
  const readers: string[] = [];
  for (const person of people) {
    const places = [
      ...['', '/details', '/part'].map((part) => `/messages/${chatId}${part}`),
      ...['/messages', '/messages/list', `/messages/search?q=${text}`],
      `/messages/search?in=${chatId}&q=${text}`,
      ...['conversations', `search?query=${text}`].map((part) => `/apis/php/chat/${part}`),
      ...['conversation', 'messages'].map((part) => `/apis/php/chat/${part}?conversation_id=${chatId}`),
    ];
    const answers: string[] = [];
    for (const place of places)
      answers.push(
        place.startsWith('/apis')
          ? JSON.stringify((await plaza.api(person, 'GET', place)).body)
          : (await plaza.page(person, place)).text.replaceAll(/(value|href)="[^"]*"|“[^”]*”/g, ''),
      );
    if (answers.some((each) => each.includes(text))) readers.push(person.username);
  }
  return readers;
}

testPlaza('members of a group are in its chat, and nobody else', async (world) => {
  const { app, plaza, ada, bob, carol, olga } = world;
  const [dan, eve, fay] = [
    await addPerson(app, 'dan'),
    await addPerson(app, 'eve'),
    await addPerson(app, 'fay'),
  ];
  const everyone = [ada, bob, carol, dan, eve, fay, olga];
  const id = await add(world);
  for (const person of [bob, carol, dan, eve]) await joinGroup(app, person, id, { accepts: true });
  await changeGroupRole(app, ada, id, bob.id, 'admin');

  for (const person of [carol, fay])
    assert.equal((await plaza.api(person, 'POST', '/apis/php/groups/chat', { id, do: 'on' })).status, 403);
  assert.equal((await plaza.form(bob, `/groups/${id}/chat`, { do: 'on' })).status, 303);
  await setGroupChat(app, ada, id, 'on');
  const { body } = await plaza.api(carol, 'GET', `/apis/php/groups/group?id=${id}`);
  const { chat_id: chatId } = body.data as { chat_id: string };
  assert.match(chatId, /^\d+$/);
  assert.equal((await getGroup(app, fay, id)).chatId, null);
  assert.match((await plaza.page(carol, `/groups/${id}`)).text, new RegExp(`href="/messages/${chatId}"`));
  assert.match(
    (await plaza.page(carol, `/messages/${chatId}/details`)).text,
    new RegExp(`href="/groups/${id}"`),
  );

  const say = (person: Viewer, text: string) =>
    sendMessage(app, person, { conversationId: chatId, text }).then(() => text);
  const names = async (text: string) => readersOf(world, chatId, text, everyone);
  await block(app, carol, eve.id);
  assert.deepEqual(await names(await say(ada, 'zqfirst')), ['ada', 'bob', 'carol', 'dan', 'eve']);
  assert.deepEqual(await names(await say(eve, 'zqblocked')), ['ada', 'bob', 'dan', 'eve']);

  await leaveGroup(app, bob, id);
  await banFromGroup(app, ada, id, carol.id, { reason: '' });
  await removeGroupMember(app, ada, id, dan.id);
  assert.deepEqual(await names('zqfirst'), ['ada', 'eve']);
  for (const person of [bob, carol, dan, fay]) {
    await assert.rejects(say(person, 'zqoutside'), { kind: 'missing' });
    assert.equal((await plaza.page(person, `/messages/${chatId}`)).status, 404);
  }
  // Who joins later or again reads it from then on.
  for (const person of [dan, fay]) await joinGroup(app, person, id, { accepts: true });
  assert.deepEqual(await names('zqfirst'), ['ada', 'eve']);
  assert.deepEqual(await names(await say(ada, 'zqlater')), ['ada', 'dan', 'eve', 'fay']);
  await erasePlaza(app, eve.id);
  assert.deepEqual(await names('zqlater'), ['ada', 'dan', 'fay']);

  // Nobody changes it in the chat itself, not even its owner.
  const refused = await plaza.api(ada, 'POST', '/apis/php/chat/actions/leave', { conversation_id: chatId });
  assert.equal(refused.status, 409);
  for (const [path, form] of [
    ['members', { do: 'add', account: bob.id }],
    ['members', { do: 'remove', account: dan.id }],
    ['members', { do: 'owner', account: dan.id }],
    ['rename', { title: 'Mine' }],
    ['picture/remove', {}],
    ['leave', {}],
  ] as const)
    assert.equal((await plaza.form(ada, `/messages/${chatId}/${path}`, form)).status, 409, path);

  await updateGroup(app, ada, id, { title: 'Millers' });
  assert.match((await plaza.page(dan, `/messages/${chatId}`)).text, /Millers/);
  assert.equal((await plaza.api(dan, 'POST', '/apis/php/groups/chat', { id, do: 'off' })).status, 403);
  await setGroupChat(app, ada, id, 'off');
  assert.deepEqual(await names('zqlater'), []);
  assert.equal((await getGroup(app, ada, id)).hasChat, false);
});

testPlaza(
  'a chat is not larger than conversations are, and has the members who joined first',
  async (world) => {
    const { app, plaza, ada, bob, carol } = world;
    const [dan, eve] = [await addPerson(app, 'dan'), await addPerson(app, 'eve')];
    const id = await add(world);
    await setGroupChat(app, ada, id, 'on');
    for (const person of [bob, carol, dan]) {
      app.clock.turn(1000);
      await joinGroup(app, person, id, { accepts: true });
    }
    const present = async () => {
      const chats = await Promise.all(
        [ada, bob, carol, dan].map(async (each) => (await getGroup(app, each, id)).chatId !== null),
      );
      return chats;
    };
    assert.deepEqual(await present(), [true, true, true, false]);
    await leaveGroup(app, bob, id);
    assert.deepEqual(await present(), [true, false, true, true]);

    const large = await add(world);
    for (const person of [bob, carol, eve]) await joinGroup(app, person, large, { accepts: true });
    const refused = await plaza.api(ada, 'POST', '/apis/php/groups/chat', { id: large, do: 'on' });
    assert.equal(refused.status, 409);

    // Nobody reads the chat of a closed group, and it is deleted.
    const { chatId } = await getGroup(app, ada, id);
    await sendMessage(app, ada, { conversationId: chatId ?? '', text: 'zqclosed' });
    await deleteGroup(app, ada, id);
    assert.deepEqual(await readersOf(world, chatId ?? '', 'zqclosed', [ada, carol, dan]), []);
    await removeChatsOfClosed(app);
    const left = await app.db
      .selectFrom('social.conversation')
      .where('id', '=', chatId)
      .select('id')
      .execute();
    assert.deepEqual(left, []);
  },
  { CHAT_GROUP_MEMBERS: 3 },
);
