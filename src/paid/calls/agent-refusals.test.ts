import assert from 'node:assert/strict';
import { connectAgent } from '../../../test/agent.ts';
import { openPlaza } from '../../../test/ask-plaza.ts';
import { testShop } from '../../../test/paid/shop.ts';
import { createWorld, device } from '../../../test/world.ts';
import { disconnectAgents } from '../../agents/settings/own-agents.ts';
import { scheduleDeletionByOperator } from '../../identity/account-deletion/account-deletion.ts';
import { startSession } from '../../identity/sessions/sessions.ts';
import { inTransaction } from '../../platform/app.ts';
import { addPlan } from '../../social/monetization/plans.ts';
import { publishPost } from '../../social/posts/publishing.ts';
import { provider, transfer, wallet } from '../../social/wallet/ledger.ts';
import { checkLedger, getBalances } from '../../social/wallet/balances.ts';

testShop(
  'a payment that an agent may not make is refused with the reason, and no money is moved',
  async (shop) => {
    const { app, ask } = shop;
    const { ada, bob, carol, olga } = await createWorld(app);
    const topUp = { from: provider('operator'), to: wallet(ada.id), amount: 50_000_000n, kind: 'top_up' };
    await transfer(app, [topUp], { key: 'top-up', cause: { subject: 'test' } });
    const plaza = await openPlaza(app);
    const adas = await connectAgent(plaza, ada, 'Of Ada');
    const bobs = await connectAgent(plaza, bob, 'Of Bob');
    const asAda = { authorization: `Bearer ${adas.token}` };
    const asBob = { authorization: `Bearer ${bobs.token}` };
    const limit = (daily: string | null) =>
      app.db.updateTable('agents.registration').set({ daily_spending: daily }).execute();
    let keys = 0;
    /** Also checks that no money was moved. */
    const refuse = async (headers: Record<string, string>, status: number, error: string, key?: string) => {
      const counted = async () => ({
        ada: await getBalances(app, ada.id),
        bob: await getBalances(app, bob.id),
        transactions: await app.db.selectFrom('social.ledger_transaction').select('id').execute(),
        spent: await app.db.selectFrom('paid.agent_spending').selectAll().execute(),
      });
      const before = await counted();
      const answer = await ask('/api/echo', {
        'x-wallet-payment': key ?? `refused-${(keys += 1)}`,
        ...headers,
      });
      assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [status, error]);
      assert.deepEqual(await counted(), before);
    };

    await refuse(asAda, 403, 'agent_may_not_pay');
    await limit('1999');
    await refuse(asAda, 402, 'agent_limit_exceeded');
    await limit('3999');
    const paid = await ask('/api/echo', { ...asAda, 'x-wallet-payment': 'first-call' });
    assert.equal(paid.statusCode, 200);
    await refuse(asAda, 402, 'agent_limit_exceeded');
    await limit(null);
    await refuse(asAda, 403, 'agent_may_not_pay');

    // The wallet belongs to the agent's member, even if the request names a key of another person.
    await limit('1000000');
    await refuse(asBob, 402, 'insufficient_funds', 'first-call');
    await refuse(asBob, 402, 'insufficient_funds');
    // An idempotency key used by the member is not a payment by the agent.
    const own = {
      'x-auth-token': await startSession(app, ada.id, device),
      'x-wallet-payment': 'of-ada-herself',
    };
    assert.equal((await ask('/api/echo', own)).statusCode, 200);
    const reused = await ask('/api/echo', { ...asAda, 'x-wallet-payment': 'of-ada-herself' });
    assert.ok(reused.statusCode >= 400 && reused.statusCode < 500, String(reused.statusCode));

    // Purchases without a spending limit are not available to agents.
    const seller = { type: 'profile', id: carol.id } as const;
    const plan = { title: 'Plan', price: '2', periodNum: '1', period: 'month', description: '' } as const;
    const planId = await addPlan(app, carol, seller, plan);
    const paywall = { teaser: '', isForMembers: true, price: '2' };
    const postId = await publishPost(app, carol, { text: 'Sold', privacy: 'public', photos: [], paywall });
    const before = await getBalances(app, ada.id);
    for (const [path, body] of [
      ['subscribe', { plan_id: planId }],
      ['unlock', { post_id: postId }],
      ['tip', { node_type: 'profile', node_id: carol.id, amount: '5' }],
      ['refund', { sale_id: '1' }],
      ['end_subscriptions', {}],
    ] as const) {
      const { status } = await adas.api('POST', `/apis/php/monetization/${path}`, body);
      assert.equal(status, 403, path);
    }
    assert.deepEqual(await getBalances(app, ada.id), before);

    await app.db
      .updateTable('identity.account')
      .set({ suspended_at: app.clock.now() })
      .where('id', '=', bob.id)
      .execute();
    await refuse(asBob, 401, 'invalid_client');
    await inTransaction(app, (app) => scheduleDeletionByOperator(app, olga.id, ada.id, 'Spam'));
    await refuse(asAda, 403, 'access_denied');
    await disconnectAgents(app, ada);
    await refuse(asAda, 401, 'invalid_client');
    await plaza.close();
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  },
);
