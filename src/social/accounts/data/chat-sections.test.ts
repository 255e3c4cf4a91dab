import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { unpackArchive } from '../../../../test/unpack-archive.ts';
import { createWorld } from '../../../../test/world.ts';
import type { Viewer } from '../../../platform/app.ts';
import { buildExport, openExport, requestExport } from '../../../identity/exports/exports.ts';
import { deleteConversation, saveMessageDraft } from '../../chat/conversations/conversations.ts';
import { leaveConversation } from '../../chat/members/group.ts';
import { deleteMessage, sendMessage } from '../../chat/messages/messages.ts';
import { plazaExport } from './plaza-export.ts';

test('exports the messages a person can read, and their own in groups that they left', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const say = (author: Viewer, conversationId: string, text: string) =>
    sendMessage(app, author, { conversationId, text });
  const begin = async (recipients: string[], text: string) =>
    (await sendMessage(app, ada, { recipients, text })).conversationId;
  const direct = await begin([bob.id], 'To Bob');
  await say(bob, direct, 'From Bob');
  const hidden = await say(bob, direct, 'Deleted by Ada');
  await deleteMessage(app, ada, hidden.id);
  await saveMessageDraft(app, ada, direct, 'Not sent yet');
  const cleared = await begin([carol.id], 'Cleared by Ada');
  await deleteConversation(app, ada, cleared);
  await say(carol, cleared, 'After that');
  const left = await begin([bob.id, carol.id], 'Written before leaving');
  await say(bob, left, 'Written by Bob in the group');
  await leaveConversation(app, ada, left);

  await requestExport(app, plazaExport, ada);
  const job = (await queuedJobs(app)).find(({ name }) => name === 'social.build-export');
  const { id } = job?.payload as { id: string };
  await buildExport(app, plazaExport, { id });
  const parts: Buffer[] = [];
  for await (const part of (await openExport(app, plazaExport, ada, id)).stream) parts.push(part as Buffer);
  const archive = unpackArchive(Buffer.concat(parts));
  const messages = archive.json('data/messages.json').filter(({ event }) => !event);
  assert.deepEqual(
    messages.map(({ from, text }) => [from, text]),
    [
      ['You', 'Written before leaving'],
      ['carol', 'After that'],
      ['bob', 'From Bob'],
      ['You', 'To Bob'],
    ],
  );
  const drafts = archive.json('data/conversations.json').map(({ draft = '' }) => draft);
  assert.deepEqual(drafts, ['', 'Not sent yet']);
});
