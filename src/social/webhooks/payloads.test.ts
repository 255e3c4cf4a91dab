import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { assertExamplesFit, assertFits } from '../../../test/peers/webhook-payloads.ts';
import { createWorld } from '../../../test/world.ts';
import { addAccount } from '../../identity/sign-up/sign-up.ts';
import { pingWebhook } from '../../identity/webhooks/deliveries.ts';
import { addWebhook } from '../../identity/webhooks/webhooks.ts';
import { testEvent } from '../../identity/webhooks/webhook.ts';
import { days } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { addComment, deleteComment, editComment } from '../comments/comments.ts';
import { renewDue, renewMembership } from '../memberships/renewal.ts';
import { refundSale } from '../memberships/purchases.ts';
import { cancelMembership, subscribeToPlan } from '../memberships/subscribing.ts';
import { addPlan } from '../monetization/plans.ts';
import { addForum, addSection } from '../forums/forums.ts';
import { addReply, startThread } from '../forums/threads/posting.ts';
import { markSolution } from '../forums/threads/solutions.ts';
import { deletePost } from '../posts/deleting.ts';
import { editPost } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { acceptAnswer, addAnswer } from '../questions/answers.ts';
import { askQuestion } from '../questions/questions.ts';
import { react, reactToComment } from '../reactions/reactions.ts';
import { connect } from '../relationships/connect.ts';
import { addReport } from '../reports/reports.ts';
import { provider, transfer, wallet } from '../wallet/ledger.ts';
import { toMoney } from '../wallet/money.ts';
import { eventNames, eventsFor, plazaWebhooks } from './events.ts';
import { describePlazaWebhooks, payloads } from './payloads.ts';
import { sendEvents } from './send-events.ts';

const url = 'http://127.0.0.1:9/';

async function addBoth(app: TestApp, ada: Viewer, olga: Viewer): Promise<string[]> {
  const own = await addWebhook(app, plazaWebhooks, ada, { url, events: eventsFor.account });
  const site = { url, events: eventsFor.site, audience: 'site' } as const;
  return [own.id, (await addWebhook(app, plazaWebhooks, olga, site)).id];
}

/** Posts, comments and reactions of every kind. */
async function write(
  app: TestApp,
  hooks: readonly string[],
  { ada, bob, olga }: Record<'ada' | 'bob' | 'olga', Viewer>,
): Promise<void> {
  const send = async () => {
    app.clock.turn(1000);
    for (const webhook of hooks) await sendEvents(app, { webhook });
  };
  const id = await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [] });
  await send();
  await editPost(app, ada, id, { text: 'Hello again', alts: new Map() });
  const comment = await addComment(app, bob, id, 'Welcome');
  await send();
  await editComment(app, bob, comment, 'Welcome back');
  await react(app, bob, id, 'love');
  await reactToComment(app, ada, comment, 'haha');
  await send();
  await deleteComment(app, bob, comment);
  await deletePost(app, ada, id);
  const question = await askQuestion(app, ada, { title: 'Why is it blue?', text: 'The sky.', tags: '' });
  const answer = await addAnswer(app, bob, question, 'Rayleigh scattering.');
  await acceptAnswer(app, ada, answer);
  const sectionId = await addSection(app, olga, 'House');
  const forum = { sectionId, parentId: null, title: 'Garden', description: '', hasSolutions: true };
  const forumId = await addForum(app, olga, forum);
  const threadId = await startThread(app, ada, { forumId, title: 'Slugs', text: 'Help', follows: false });
  await markSolution(app, ada, await addReply(app, bob, { threadId, text: 'Ducks', follows: false }));
  await send();
}

/** A subscription to ada, from its start to its refund. */
async function pay(app: TestApp, ada: Viewer, bob: Viewer): Promise<void> {
  const credit = { from: provider('operator'), to: wallet(bob.id), amount: toMoney('50'), kind: 'credit' };
  await transfer(app, [credit], { key: 'credit', cause: { subject: 'credit' } });
  const terms = {
    periodNum: '1',
    period: 'month',
    description: '',
    title: 'Supporter',
    price: '4.50',
  } as const;
  const plan = await addPlan(app, ada, { type: 'profile', id: ada.id }, terms);
  await subscribeToPlan(app, bob, plan);
  const { id } = await app.db.selectFrom('social.membership').select('id').executeTakeFirstOrThrow();
  app.clock.turn(days(32));
  await renewDue(app);
  await renewMembership(app, id);
  const { id: sale } = await app.db
    .selectFrom('social.sale')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  await cancelMembership(app, bob, id);
  await refundSale(app, ada, sale);
  app.clock.turn(days(40));
  await renewMembership(app, id);
}

test('the message of every event fits its description', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  await app.db.updateTable('identity.account').set({ role: 'operator' }).where('id', '=', olga.id).execute();
  const hooks = await addBoth(app, ada, { ...olga, permissions: ['operate'] });
  await write(app, hooks, { ada, bob, olga });
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  await sendMessage(app, bob, { recipients: [ada.id], text: 'Hi' });
  await addReport(app, bob, { subject: 'person', id: ada.id, category: '1', reason: 'Rude' });
  await addAccount(app, {
    ...{ username: 'dave', email: 'dave@example.org', passwordHash: '', firstName: 'Dave', lastName: 'Test' },
  });
  const now = app.clock.now();
  await app.db
    .insertInto('agents.registration')
    .values({
      ...{ public_id: 'reg_1', name: 'Assistant', address: '192.0.2.1', user_agent: '' },
      ...{ account_id: ada.id, claimed_at: now, created_at: now },
    })
    .execute();
  await pay(app, ada, bob);
  for (const webhook of hooks) await sendEvents(app, { webhook });
  await pingWebhook(app, plazaWebhooks, ada, hooks[0] ?? '');
  const sent = await app.db.selectFrom('social.webhook_delivery').select(['kind', 'body']).execute();
  for (const { kind, body } of sent) assertFits(payloads, kind, JSON.parse(body));
  const kinds = new Set(sent.map(({ kind }) => kind));
  assert.deepEqual(
    [...eventNames, testEvent].filter((kind) => !kinds.has(kind)),
    [],
    'every event was sent',
  );
});

test('the example of every event fits its description', () => {
  const described = describePlazaWebhooks();
  assert.deepEqual(Object.keys(described), [...eventNames, testEvent]);
  assertExamplesFit(payloads, described);
});
