import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { createWorld } from '../../../../test/world.ts';
import { connect } from '../../relationships/connect.ts';
import { createGroup } from '../conversations/conversations.ts';
import { sendMessage } from './messages.ts';
import { reindexMessages, searchMessages } from './search.ts';

test('finds messages in the former index until a job reindexes them', async (app) => {
  const { ada, bob } = await createWorld(app);
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  const conversationId = await createGroup(app, ada, { title: 'Tea', memberIds: [bob.id] });
  const found = async (words: string) =>
    (await searchMessages(app, bob, { words, conversationId })).items.map(({ text }) => text);
  const text = 'See tea.example/pot';
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef('search.plain(text)'::regprocedure) as definition`.execute(app.db);
  await sql`create or replace function search.plain(typed text) returns text language sql immutable strict parallel safe
    return typed`.execute(app.db);
  const { id } = await sendMessage(app, ada, { conversationId, text });
  await sql.raw(rows[0]?.definition ?? '').execute(app.db);
  await app.db.updateTable('social.search_progress').set({ old_messages_to: id }).execute();
  assert.deepEqual(await found('tea.example/pot'), [text]);
  assert.deepEqual(await found('pot'), []);
  await reindexMessages(app);
  assert.deepEqual(await found('tea.example/pot'), [text]);
  assert.deepEqual(await found('pot'), [text]);
  const progress = await app.db.selectFrom('social.search_progress').select('old_messages_to').execute();
  assert.deepEqual(progress, [{ old_messages_to: '0' }]);
});
