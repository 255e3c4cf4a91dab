import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { testCommittingPlaza, testPlaza } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson } from '../../../test/world.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { addComment } from '../comments/comments.ts';
import { refundSale } from '../memberships/purchases.ts';
import { subscribeToPlan } from '../memberships/subscribing.ts';
import { addPlan } from '../monetization/plans.ts';
import { block } from '../relationships/blocks.ts';
import { provider, transfer, wallet } from '../wallet/ledger.ts';
import { addGroup, getGroup, updateGroup } from './groups.ts';
import { inviteToGroup } from './invitations.ts';
import { acceptGroupInvitation, changeGroupRole } from './membership.ts';
import { setGroupPlan } from './paid.ts';
import { writeInGroup } from './posts.ts';

const add = (app: App, owner: Viewer) =>
  addGroup(app, owner, { kind: 'closed', title: 'Bakers', about: '', rules: '', questions: [] });

testPlaza('nobody evades the team of a group by blocking it', async ({ app, plaza, ada, bob, carol }) => {
  const heckler = await addPerson(app, 'heckler');
  const id = await add(app, ada);
  const token = await inviteToGroup(app, ada, id, { uses: 5, life: 7 });
  for (const person of [bob, carol, heckler])
    await acceptGroupInvitation(app, person, token, { accepts: true });
  await changeGroupRole(app, ada, id, bob.id, 'moderator');
  const first = await writeInGroup(app, carol, id, { text: 'Bread', photos: [] });
  for (const person of [ada, bob, carol]) await block(app, heckler, person.id);
  const postId = await writeInGroup(app, heckler, id, { text: 'zqinsultqz', photos: [] });
  const other = await writeInGroup(app, heckler, id, { text: 'Another', photos: [] });
  const answer = await addComment(app, heckler, other, 'zqanswerqz');

  for (const team of [ada, bob]) {
    assert.match((await plaza.page(team, `/groups/${id}`)).text, /zqinsultqz/);
    assert.match((await plaza.page(team, `/posts/${other}`)).text, /zqanswerqz/);
    assert.match((await plaza.page(team, `/groups/${id}/members`)).text, /@heckler/);
    assert.equal((await plaza.page(team, `/posts/${first}`)).status, 200);
  }
  assert.doesNotMatch((await plaza.page(carol, `/groups/${id}`)).text, /zqinsultqz/);
  assert.doesNotMatch((await plaza.page(carol, `/groups/${id}/members`)).text, /@heckler/);
  assert.equal((await plaza.form(bob, `/comments/${answer}/delete`)).status, 303);
  assert.equal((await plaza.form(bob, `/posts/${postId}/delete`)).status, 303);
  assert.equal((await plaza.page(heckler, `/posts/${postId}`)).status, 404);
});

testPlaza('nobody unknown is banned, and a title has visible characters', async ({ plaza, app, ada }) => {
  const id = await add(app, ada);
  const ban = await plaza.api(ada, 'POST', '/apis/php/groups/bans', { id, user_id: '99999999' });
  assert.equal(ban.status, 404);
  const group = await plaza.api(ada, 'POST', '/apis/php/groups', { kind: 'public', title: '\u200B\u3164' });
  assert.equal(group.status, 400);
});

testCommittingPlaza(
  'an invitation accepted twice at once takes one use',
  async ({ plaza, app, ada, bob }) => {
    const id = await add(app, ada);
    const token = await inviteToGroup(app, ada, id, { uses: 3, life: 7 });
    const accept = () => plaza.api(bob, 'POST', '/apis/php/groups/invitations/accept', { token });
    const answers = await Promise.all([accept(), accept(), accept()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { data } = (await plaza.api(ada, 'GET', `/apis/php/groups/invitations?id=${id}`)).body;
    assert.equal((data as { uses: number }[])[0]?.uses, 1);
  },
);

testPlaza('titles are visible, and do not turn the text around them', async ({ plaza, ada }) => {
  const unseen = '\u202e\u2800';
  for (const [url, field] of [
    ['/apis/php/groups', 'title'],
    ['/apis/php/newsletters', 'title'],
    ['/apis/php/posts/saved/folders', 'title'],
    ['/apis/php/lists', 'title'],
  ] as const) {
    const { status, body } = await plaza.api(ada, 'POST', url, { kind: 'closed', [field]: unseen });
    assert.deepEqual([url, status, body.message], [url, 400, 'Enter a title']);
  }
  for (const url of ['/apis/php/groups', '/apis/php/newsletters']) {
    const typed = { kind: 'closed', title: '\u202eBakers\u200b \ud83d\ude00' };
    const { data } = (await plaza.api(ada, 'POST', url, typed)).body as { data: { title: string } };
    assert.equal(data.title, 'Bakers \ud83d\ude00');
  }
});

testCommittingPlaza(
  'a change at the same time does not open a group that is closed',
  async ({ app, ada }) => {
    const typed = { kind: 'public', title: 'Bakers', about: '', rules: '', questions: [] };
    for (let round = 0; round < 3; round += 1) {
      const id = await addGroup(app, ada, typed);
      const rename = (title: string) => updateGroup(app, ada, id, { title });
      const close = updateGroup(app, ada, id, { kind: 'closed' });
      await Promise.all([rename('a'), rename('b'), close, rename('c'), rename('d')]);
      assert.equal((await getGroup(app, ada, id)).kind, 'closed');
    }
  },
);

testCommittingPlaza(
  'nobody joins by terms that changed while their invitation waited',
  async ({ app, plaza, ada, bob, carol }) => {
    const id = await add(app, ada);
    const token = await inviteToGroup(app, ada, id, { uses: 5, life: 7 });
    const accept = (person: Viewer) =>
      plaza.api(person, 'POST', '/apis/php/groups/invitations/accept', { token });
    const during = async (person: Viewer, values: { rules?: string; plan_id?: string }) => {
      const { answer } = await inTransaction(app, async (app) => {
        await lockRow(app, 'social.people_group', id);
        const answer = accept(person);
        await sleep(400);
        await app.db.updateTable('social.people_group').set(values).where('id', '=', id).execute();
        return { answer };
      });
      return (await answer).status;
    };
    const plan = { periodNum: '1', period: 'month' as const, description: '', title: 'Friends', price: '5' };
    const planId = await addPlan(app, ada, { type: 'profile', id: ada.id }, plan);
    assert.equal(await during(bob, { plan_id: planId }), 402);
    assert.equal(await during(carol, { rules: 'Bake' }), 400);
    for (const person of [bob, carol]) assert.equal((await getGroup(app, person, id)).role, null);
  },
  { MONETIZATION: 'members' },
);

testCommittingPlaza(
  'whose subscription ends while they join is no member, and gives back the places at events',
  async ({ app, ada, bob, carol }) => {
    const id = await add(app, ada);
    const planId = await addPlan(
      app,
      ada,
      { type: 'profile', id: ada.id },
      { periodNum: '1', period: 'month', description: '', title: 'Friends', price: '5' },
    );
    await setGroupPlan(app, ada, id, planId);
    const token = await inviteToGroup(app, ada, id, { uses: 5, life: 7 });
    const pay = async (person: Viewer) => {
      const leg = { from: provider('operator'), to: wallet(person.id), amount: 5_000_000n, kind: 'credit' };
      await transfer(app, [leg], { key: `credit ${person.id}`, cause: { subject: 'credit' } });
      await subscribeToPlan(app, person, planId);
      const { id: saleId } = await app.db
        .selectFrom('social.sale')
        .where('buyer_id', '=', person.id)
        .select('id')
        .executeTakeFirstOrThrow();
      return saleId;
    };
    const saleId = await pay(bob);
    const ended = await inTransaction(app, async (inside) => {
      await acceptGroupInvitation(inside, bob, token, { accepts: true });
      const ended = refundSale(app, ada, saleId);
      await Promise.race([ended, sleep(400)]);
      return { ended };
    });
    await ended.ended;
    assert.equal((await getGroup(app, ada, id)).members, 1);

    const other = await pay(carol);
    await acceptGroupInvitation(app, carol, token, { accepts: true });
    await refundSale(app, ada, other);
    assert.equal((await getGroup(app, ada, id)).members, 1);
    const left = (await queuedJobs(app)).filter(({ name }) => name === 'social.lose-group-places');
    assert.deepEqual(
      left.map(({ payload }) => payload),
      [bob, carol].map((person) => ({ group: id, person: person.id, isRemoved: false })),
    );
  },
  { MONETIZATION: 'members' },
);
