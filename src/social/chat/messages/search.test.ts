import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { createWorld } from '../../../../test/world.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { connect } from '../../relationships/connect.ts';
import { createGroup } from '../conversations/conversations.ts';
import { deleteMessage, sendMessage } from './messages.ts';
import { searchMessages } from './search.ts';

const found = async (app: App, viewer: Viewer, words: string, conversationId?: string) => {
  const { items, isRecentOnly } = await searchMessages(app, viewer, { words, conversationId });
  return { texts: items.map(({ text }) => text), isRecentOnly };
};

async function createGroups(app: App) {
  const { ada, bob, carol } = await createWorld(app);
  for (const other of [bob, carol]) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  const choir = await createGroup(app, ada, { title: 'Choir', memberIds: [bob.id, carol.id] });
  const picnic = await createGroup(app, ada, { title: 'Picnic', memberIds: [bob.id] });
  const say = async (author: Viewer, conversationId: string, text: string) =>
    (await sendMessage(app, author, { conversationId, text })).id;
  return { ada, bob, carol, choir, picnic, say };
}

test('members find messages in one conversation and in all of theirs', async (app) => {
  const { ada, bob, carol, choir, picnic, say } = await createGroups(app);
  await say(ada, choir, 'Bring the marmalade');
  const hidden = await say(bob, choir, 'No more marmalade');
  await say(bob, picnic, 'Marmalades and tea');
  assert.deepEqual((await found(app, ada, 'marmalade')).texts, [
    'Marmalades and tea',
    'No more marmalade',
    'Bring the marmalade',
  ]);
  assert.deepEqual((await found(app, carol, 'marmalade')).texts, [
    'No more marmalade',
    'Bring the marmalade',
  ]);
  assert.deepEqual((await found(app, ada, 'tea the', picnic)).texts, ['Marmalades and tea']);
  await deleteMessage(app, ada, hidden, 'me');
  assert.deepEqual((await found(app, ada, 'marmalade', choir)).texts, ['Bring the marmalade']);
  assert.deepEqual((await found(app, carol, 'marmalade', picnic)).texts, []);
  assert.deepEqual((await found(app, ada, ' ')).texts, []);
});

test('finds rare words in any of many conversations, but only in the reader’s own', async (app) => {
  const { ada, bob, carol, say } = await createGroups(app);
  for (let n = 1; n <= 10; n += 1) {
    const group = await createGroup(app, ada, {
      title: `Group ${n}`,
      memberIds: [(n < 10 ? bob : carol).id],
    });
    await say(ada, group, `Quinces of group ${n}`);
  }
  const all = Array.from({ length: 10 }, (_, i) => `Quinces of group ${10 - i}`);
  assert.deepEqual((await found(app, ada, 'quince')).texts, all);
  assert.deepEqual((await found(app, bob, 'quince')).texts, all.slice(1));
  assert.deepEqual((await found(app, carol, 'quince')).texts, all.slice(0, 1));
  assert.deepEqual((await found(app, ada, 'medlar')).texts, []);
});

test('finds stop words and symbols in recent messages only, and reports it', async (app) => {
  const { ada, carol, choir, picnic, say } = await createGroups(app);
  await say(ada, choir, 'To be or not to be');
  await say(ada, choir, 'Other (things) 50% 😀');
  await say(ada, picnic, 'Où est-ce ?');
  const cases: [string, string[]][] = [
    ['to be', ['To be or not to be']],
    ['BE', ['To be or not to be']],
    ['the', []],
    ['?', ['Où est-ce ?']],
    ['(', ['Other (things) 50% 😀']],
    ['%', ['Other (things) 50% 😀']],
  ];
  for (const [words, texts] of cases)
    assert.deepEqual(await found(app, ada, words), { texts, isRecentOnly: true }, words);
  assert.deepEqual((await found(app, carol, '?')).texts, []);
  assert.deepEqual(await found(app, ada, '😀'), { texts: ['Other (things) 50% 😀'], isRecentOnly: false });
});

test('finds the newest matches first, however common the word and however far apart the messages', async (app) => {
  const { ada, bob, choir, picnic } = await createGroups(app);
  const chess = await createGroup(app, ada, { title: 'Chess', memberIds: [bob.id] });
  const fill = (place: string, first: string, count: number, apart: number) =>
    sql`insert into social.message (id, conversation_id, author_id, text, created_at) overriding system value
      select ${first}::bigint + i::bigint * ${apart}::bigint, ${place}, ${ada.id}, 'common number' || i
          || case when i % 400 = 0 then ' middling' else '' end || case when i = 7 then ' rare' else '' end, now()
      from generate_series(0, ${count - 1}) as i`.execute(app.db);
  await fill(choir, '5000000000', 3000, 1);
  await fill(picnic, '6000000000', 2000, 5000);
  await sql`update social.conversation_member as member set last_message_id =
    (select max(id) from social.message where conversation_id = member.conversation_id)`.execute(app.db);
  const numbers = async (words: string, place?: string) =>
    (await found(app, ada, words, place)).texts.map((text) => Number(/\d+/.exec(text)?.[0]));
  const last = (count: number, step: number, limit = 30) =>
    Array.from(
      { length: Math.min(limit, Math.ceil(count / step)) },
      (_, i) => (Math.ceil(count / step) - 1 - i) * step,
    );
  assert.deepEqual(await numbers('common'), last(2000, 1));
  assert.deepEqual(await numbers('common', choir), last(3000, 1));
  assert.deepEqual(await numbers('middling'), [...last(2000, 400), ...last(3000, 400)]);
  assert.deepEqual(await numbers('middling', choir), last(3000, 400));
  assert.deepEqual(await numbers('rare'), [7, 7]);
  assert.deepEqual(await numbers('nowhere'), []);
  // Some matches are among the newest messages, and enough in a wider window.
  await fill(chess, '7000000000', 800, 100);
  await sql`update social.conversation_member set last_message_id = 7000079900 where conversation_id = ${chess}`.execute(
    app.db,
  );
  assert.deepEqual(await numbers('common'), last(800, 1));
  assert.deepEqual(await numbers('middling'), [...last(800, 400), ...last(2000, 400), ...last(3000, 400)]);
});
