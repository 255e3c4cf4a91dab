// Chat signals at every way out, for everyone who could look there.
import assert from 'node:assert/strict';
import type { Json } from '../../../src/platform/broadcast.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { createGroup } from '../../../src/social/chat/conversations/conversations.ts';
import { chatLiveKinds } from '../../../src/social/chat/live.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { announcePresence, setTyping } from '../../../src/social/chat/delivery/presence.ts';
import { markConversationsSeen } from '../../../src/social/chat/delivery/receipts.ts';
import { sendEvent } from '../../../src/social/chat/socket/events.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { testPlaza, type World } from '../../ask-plaza.ts';
import { befriend, setPrivacy } from './privacy-people.ts';

type Signal = 'presence' | 'receipts' | 'typing';

/** A broadcast to the streams of all processes. */
interface Sent {
  topic: string;
  to: string[];
}

/** The world with a record of its broadcasts. */
function recorded({ app, ...world }: World): World & { sent: Sent[] } {
  const sent: Sent[] = [];
  const broadcast = {
    ...app.broadcast,
    publish: (_app: unknown, topic: string, payload: Json) => {
      if (topic === 'chat.typing' || topic === 'chat.presence')
        sent.push({ topic, to: (payload as unknown as Sent).to });
      return Promise.resolve();
    },
  };
  return { ...world, app: { ...app, broadcast }, sent };
}

interface Scene {
  world: ReturnType<typeof recorded>;
  owner: Viewer;
  reader: Viewer;
  /** The conversation of the two. */
  conversation: string;
  /** Position of the outbox before the owner acted. */
  position: string;
}

interface Door {
  signal: Signal;
  name: string;
  sees: (scene: Scene) => Promise<boolean>;
}

type Fields = Record<string, unknown>;

const api = async ({ world, reader }: Scene, url: string): Promise<string> =>
  JSON.stringify((await world.plaza.api(reader, 'GET', url)).body);
const page = async ({ world, reader }: Scene, url: string): Promise<string> =>
  (await world.plaza.page(reader, url)).text;

/** Returns the payloads of outbox events for the reader's streams. */
async function streamed({ world: { app }, reader, position }: Scene, name: string): Promise<Json[]> {
  const rows = await app.db
    .selectFrom('social.live_event')
    .where('account_id', '=', reader.id)
    .where('name', '=', name)
    .where('id', '>', position)
    .select('data')
    .execute();
  const kind = chatLiveKinds.find((each) => each.name === name);
  const bodies: Json[] = [];
  for (const { data } of rows) {
    const body = await kind?.read(app, reader, data as Json);
    if (body !== undefined) bodies.push(body);
  }
  return bodies;
}

/** Returns what the sockets of the reader emit for an event of the conversation. */
async function emitted({ world: { app }, reader, conversation }: Scene, name: string): Promise<Fields> {
  const all: Fields = {};
  const event = { name, data: { conversation } };
  await sendEvent(app, reader, event, (_, data) => void Object.assign(all, data)).catch(() => undefined);
  return all;
}

const reached = ({ world, reader }: Scene, topic: string): Promise<boolean> =>
  Promise.resolve(world.sent.some((each) => each.topic === topic && each.to.includes(reader.id)));

const inRecord =
  (field: string, path: (scene: Scene) => string): Door['sees'] =>
  async (scene) => {
    const text = await api(scene, path(scene));
    return new RegExp(`"${field}":("[^"]+"|true)`).test(text);
  };

const chat = (scene: Scene) => `/apis/php/chat/messages?conversation_id=${scene.conversation}`;
const lists: readonly [name: string, path: (scene: Scene) => string][] = [
  ['messages', chat],
  ['conversations', () => '/apis/php/chat/conversations'],
  ['conversation', ({ conversation }) => `/apis/php/chat/conversation?conversation_id=${conversation}`],
];

const doors: readonly Door[] = [
  // First, because readers who open a page get events of their own.
  { signal: 'receipts', name: 'stream', sees: async (scene) => (await streamed(scene, 'seen')).length > 0 },
  { signal: 'receipts', name: 'API', sees: inRecord('seen_name_list', chat) },
  {
    signal: 'receipts',
    name: 'page',
    sees: async (scene) => />\s*Seen\s*</.test(await page(scene, `/messages/${scene.conversation}`)),
  },
  {
    signal: 'receipts',
    name: 'socket',
    sees: async (scene) => Boolean((await emitted(scene, 'seen')).seen_name_list),
  },
  { signal: 'typing', name: 'API', sees: inRecord('typing_name_list', chat) },
  {
    signal: 'typing',
    name: 'page',
    sees: async (scene) => (await page(scene, `/messages/${scene.conversation}`)).includes(' is typing'),
  },
  { signal: 'typing', name: 'stream', sees: (scene) => reached(scene, 'chat.typing') },
  {
    signal: 'typing',
    name: 'socket',
    sees: async (scene) => Boolean((await emitted(scene, 'typing')).typing_name_list),
  },
  ...lists.flatMap(([name, path]) => [
    { signal: 'presence', name: `API, ${name}`, sees: inRecord('user_is_online', path) } as const,
    { signal: 'presence', name: `API, ${name}, last seen`, sees: inRecord('user_last_seen', path) } as const,
  ]),
  {
    signal: 'presence',
    name: 'API, profile',
    sees: inRecord('user_last_seen', ({ owner }) => `/apis/php/user/profile?user_id=${owner.id}`),
  },
  {
    signal: 'presence',
    name: 'API, contacts',
    sees: inRecord('user_last_seen', ({ owner }) => `/apis/php/chat/contacts?query=${owner.username}`),
  },
  {
    signal: 'presence',
    name: 'API, search',
    sees: inRecord('user_last_seen', ({ owner }) => `/apis/php/search?q=${owner.username}`),
  },
  {
    signal: 'presence',
    name: 'page',
    sees: async (scene) =>
      /data-online="true"|Last seen/.test(await page(scene, `/messages/${scene.conversation}`)),
  },
  { signal: 'presence', name: 'stream', sees: (scene) => reached(scene, 'chat.presence') },
];

/** Lets the owner read, type and come online, and returns what the reader saw of it at each door. */
async function look(given: Omit<Scene, 'position'>): Promise<string[]> {
  const { world, owner, conversation } = given;
  const { app, sent } = world;
  app.clock.turn(60_000);
  await app.db
    .updateTable('identity.account')
    .set({ last_seen_at: app.clock.now() })
    .where('id', '=', owner.id)
    .execute();
  const newest = await app.db
    .selectFrom('social.live_event')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  sent.length = 0;
  await setTyping(app, owner, conversation, true).catch(() => undefined);
  await markConversationsSeen(app, owner, [{ conversationId: conversation }]);
  await announcePresence(app, owner, true);
  const scene = { ...given, position: String(newest?.id ?? 0) };
  const seen: string[] = [];
  for (const { signal, name, sees } of doors) if (await sees(scene)) seen.push(`${signal}: ${name}`);
  return seen;
}

const signals: readonly Signal[] = ['receipts', 'typing', 'presence'];
const without = (...hidden: Signal[]) =>
  doors.filter(({ signal }) => !hidden.includes(signal)).map(({ signal, name }) => `${signal}: ${name}`);

testPlaza(
  'chat signals reach only those with whom both sides share them, at every way out',
  async (given) => {
    const world = recorded(given);
    const { app, ada: owner, bob: friend } = world;
    await befriend(world, owner, friend);
    const direct = await sendMessage(app, owner, { recipients: [friend.id], text: 'Hello' });
    await sendMessage(app, friend, { conversationId: direct.conversationId, text: 'Hello' });
    const rows: [hidden: string, owners: object, readers: object, expected: string[]][] = [
      ['nothing', {}, {}, without()],
      ...signals.flatMap((signal): (typeof rows)[number][] => [
        [`${signal} of the owner`, { [signal]: false }, {}, without(signal)],
        [`${signal} of the reader`, {}, { [signal]: false }, without(signal)],
      ]),
    ];
    for (const [hidden, owners, readers, expected] of rows) {
      await setPrivacy(world, owner, owners);
      await setPrivacy(world, friend, readers);
      await sendMessage(app, friend, { conversationId: direct.conversationId, text: 'And?' });
      const scene = { world, owner, reader: friend, conversation: direct.conversationId };
      assert.deepEqual(await look(scene), expected, `hidden: ${hidden}`);
      const position = '0';
      const own = await streamed({ ...scene, reader: owner, position }, 'seen');
      assert.ok(own.length > 0, 'the owner’s other devices follow');
    }
  },
);

testPlaza('chat signals reach nobody who is blocked or has not been accepted', async (given) => {
  const world = recorded(given);
  const { app, ada: owner, bob: stranger, carol: blocked } = world;
  const request = await sendMessage(app, stranger, { recipients: [owner.id], text: 'Hello' });
  const conversation = request.conversationId;
  const inChat = (seen: string[]) => seen.filter((each) => !/profile|contacts|search/.test(each));
  assert.deepEqual(inChat(await look({ world, owner, reader: stranger, conversation })), []);
  await befriend(world, owner, blocked);
  const direct = await sendMessage(app, blocked, { recipients: [owner.id], text: 'Hello' });
  const group = await createGroup(app, owner, { title: 'Choir', memberIds: [blocked.id] });
  await connect(app, owner, 'block', blocked.id);
  for (const each of [direct.conversationId, group])
    assert.deepEqual(
      inChat(await look({ world, owner, reader: blocked, conversation: each })),
      [],
      each === group ? 'in a group' : 'directly',
    );
  // Neither does the owner see those of the person they blocked.
  for (const each of [direct.conversationId, group])
    assert.deepEqual(await look({ world, owner: blocked, reader: owner, conversation: each }), []);
  const { body } = await world.plaza.api(undefined, 'GET', `/apis/php/user/profile?user_id=${owner.id}`);
  const { user_last_seen, user_is_online } = (body.data ?? {}) as Fields;
  assert.deepEqual([user_last_seen ?? '', user_is_online ?? false], ['', false], 'visitors share nothing');
});

testPlaza('a message counts as delivered only if presence is shared too', async (given) => {
  const world = recorded(given);
  const { app, plaza, ada, bob } = world;
  await befriend(world, ada, bob);
  const { conversationId } = await sendMessage(app, ada, { recipients: [bob.id], text: 'Hello' });
  app.clock.turn(1000);
  for (const [privacy, expected] of [
    [{}, true],
    [{ presence: false }, false],
    [{ receipts: false }, false],
  ] as const) {
    await setPrivacy(world, bob, privacy);
    const { text } = await plaza.page(ada, `/messages/${conversationId}`);
    assert.equal(text.includes('Delivered'), expected, JSON.stringify(privacy));
  }
});
