import assert from 'node:assert/strict';
import type { Viewer } from '../../../src/platform/app.ts';
import { addGroup, getGroup } from '../../../src/social/groups/groups.ts';
import { inviteToGroup } from '../../../src/social/groups/invitations.ts';
import {
  acceptGroupInvitation,
  changeGroupRole,
  decideRequest,
  joinGroup,
} from '../../../src/social/groups/membership.ts';
import { setGroupPlan } from '../../../src/social/groups/paid.ts';
import { cancelMembership, subscribeToPlan } from '../../../src/social/memberships/subscribing.ts';
import { renewDue } from '../../../src/social/memberships/renewal.ts';
import { addPlan } from '../../../src/social/monetization/plans.ts';
import { checkLedger } from '../../../src/social/wallet/balances.ts';
import { provider, transfer, wallet } from '../../../src/social/wallet/ledger.ts';
import { toMoney } from '../../../src/social/wallet/money.ts';
import { days } from '../../../src/kernel/time.ts';
import { testPlaza } from '../../ask-plaza.ts';

testPlaza(
  'membership of a paid group needs a subscription, and ends with it',
  async ({ app, plaza, ada, bob, carol }) => {
    for (const person of [bob, carol])
      await transfer(
        app,
        [{ from: provider('operator'), to: wallet(person.id), amount: toMoney('20'), kind: 'credit' }],
        { key: `credit ${person.id}`, cause: { subject: 'credit' } },
      );
    const plan = (seller: Viewer, title: string, price: string) =>
      addPlan(
        app,
        seller,
        { type: 'profile', id: seller.id },
        { periodNum: '1', period: 'month', description: '', title, price },
      );
    const friends = await plan(ada, 'Friends', '5');
    const others = await plan(bob, 'Others', '1');
    const typed = { title: 'Bakers', about: '', rules: '', questions: [] };
    const open = await addGroup(app, ada, { ...typed, kind: 'public' });
    const id = await addGroup(app, ada, { ...typed, kind: 'closed' });
    await assert.rejects(setGroupPlan(app, ada, open, friends), { field: 'plan' });
    await assert.rejects(setGroupPlan(app, ada, id, others), { field: 'plan' });
    await assert.rejects(setGroupPlan(app, bob, id, others), { kind: 'forbidden' });
    assert.equal((await plaza.form(ada, `/groups/${id}/plan`, { plan: friends })).status, 303);
    assert.match((await plaza.page(ada, `/groups/${id}/edit`)).text, /Paid group/);

    // Neither a request nor an invitation is enough.
    const token = await inviteToGroup(app, ada, id, { uses: 5, life: 7 });
    await assert.rejects(acceptGroupInvitation(app, bob, token, { accepts: true }), { kind: 'unpaid' });
    await assert.rejects(joinGroup(app, carol, id, { accepts: true }), { kind: 'unpaid' });
    assert.match((await plaza.page(bob, `/groups/${id}`)).text, new RegExp(`/subscribe/${friends}`));
    const refused = await plaza.api(bob, 'POST', '/apis/php/groups/join', { id });
    assert.equal(refused.status, 402);

    const his = await subscribeToPlan(app, bob, friends, '5');
    await subscribeToPlan(app, carol, friends, '5');
    await acceptGroupInvitation(app, bob, token, { accepts: true });
    await joinGroup(app, carol, id, { accepts: true });
    // Carol's subscription ends before her request is approved.
    const ended = { ended_at: app.clock.now(), ended_reason: 'refunded' };
    await app.db.updateTable('social.membership').set(ended).where('account_id', '=', carol.id).execute();
    await assert.rejects(decideRequest(app, ada, id, carol.id, 'approve'), { kind: 'conflict' });
    assert.equal((await getGroup(app, bob, id)).role, 'member');

    // Until the end of what is paid he stays, and then he is out.
    await cancelMembership(app, bob, his);
    assert.equal((await getGroup(app, bob, id)).role, 'member');
    app.clock.turn(days(32));
    await renewDue(app);
    const { role, members, plan: asked } = await getGroup(app, bob, id);
    assert.deepEqual([role, members, asked?.isPaid], [null, 1, false]);
    assert.deepEqual((await checkLedger(app)).mistakes, []);

    // Whoever gets the group does not sell the plan.
    await setGroupPlan(app, ada, id, '');
    const next = await inviteToGroup(app, ada, id, { uses: 1, life: 7 });
    await acceptGroupInvitation(app, bob, next, { accepts: true });
    await setGroupPlan(app, ada, id, friends);
    assert.equal((await getGroup(app, bob, id)).role, 'member');
    await changeGroupRole(app, ada, id, bob.id, 'owner');
    assert.equal((await getGroup(app, bob, id)).plan, null);
  },
  { MONETIZATION: 'members' },
);
