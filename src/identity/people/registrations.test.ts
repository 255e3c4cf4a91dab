import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { getPerson } from '../../../test/world.ts';
import { updateSiteSettings } from '../operators/settings.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { confirmAddress, correctAddress, isActivated } from '../activation/activation.ts';
import { inviteToSignUp, listSignUpInvitations } from '../sign-up/invitations.ts';
import { approveRequests, declineRequests, listRegistrationRequests } from './registrations.ts';

const password = 'correct horse battery';

testPlaza('people join after an operator approved them', async ({ app, plaza, olga, ada }) => {
  const settings = { ...(await getSiteSettings(app)), registration: 'approval' as const, activation: false };
  await updateSiteSettings(app, olga, { ...settings, question: 'How did you find us?' });
  assert.match((await plaza.page(undefined, '/signup')).text, /How did you find us\?/);
  const join = (username: string, more: object = {}) =>
    plaza.form(undefined, '/signup', {
      name: 'Grace Hopper',
      username,
      email: `${username}@example.org`,
      password,
      ...more,
    });
  const blank = await join('grace', { registration_answer: '  ' });
  assert.equal(blank.status, 422);
  assert.match(blank.text, /id="field-registration_answer-error"/);
  assert.equal(
    (await join('grace', { registration_answer: 'By <b>boat</b>' })).headers.location,
    '/activate',
  );
  assert.equal((await join('mallory', { registration_answer: 'Cheap watches' })).status, 303);
  const { items } = await listRegistrationRequests(app);
  assert.deepEqual(
    items.map(({ username, answer }) => [username, answer]),
    [
      ['mallory', 'Cheap watches'],
      ['grace', 'By <b>boat</b>'],
    ],
  );
  const [mallory = '', grace = ''] = items.map(({ accountId }) => accountId);
  const viewer = { ...ada, id: grace, username: 'grace', isActivated: false };
  assert.match((await plaza.page(viewer, '/activate')).text, /being reviewed/);
  assert.equal((await plaza.form(viewer, '/posts', { text: 'Hello', privacy: 'public' })).status, 403);
  assert.equal((await plaza.page(ada, '/operator/registrations')).status, 403);
  assert.match((await plaza.page(olga, '/operator/registrations')).text, /By &lt;b&gt;boat/);
  assert.equal((await plaza.form(ada, '/operator/registrations/approve', { id: grace })).status, 403);
  assert.equal((await plaza.form(olga, '/operator/registrations/approve', { id: grace })).status, 303);
  assert.ok(await isActivated(app, grace));
  assert.equal(await declineRequests(app, olga, [mallory, grace]), 1, 'a decision stands');
  assert.equal(await isActivated(app, mallory), false);
  assert.deepEqual((await listRegistrationRequests(app)).items, []);
  await assert.rejects(approveRequests(app, olga, [mallory]), { kind: 'missing' });
});

testPlaza('an approved person confirms their address first', async ({ app, plaza, olga, ada }) => {
  const settings = { ...(await getSiteSettings(app)), registration: 'approval' as const, activation: true };
  await updateSiteSettings(app, olga, settings);
  const fields = { name: 'Grace Hopper', username: 'grace', email: 'grace@example.org', password };
  assert.equal((await plaza.form(undefined, '/signup', fields)).status, 303);
  const [request] = (await listRegistrationRequests(app)).items;
  assert.ok(request);
  const viewer = { ...ada, id: request.accountId, username: 'grace', isActivated: false };
  assert.match((await plaza.page(viewer, '/activate')).text, /Confirmation code/);
  await approveRequests(app, olga, [request.accountId]);
  assert.equal(await isActivated(app, request.accountId), false);
  await plaza.form(olga, `/operator/people/${request.accountId}/confirm-email`);
  assert.ok(await isActivated(app, request.accountId));
});

testPlaza('who waits for approval cannot invite, or swap a confirmed address', async (world) => {
  const { app, plaza, olga, ada } = world;
  const settings = { ...(await getSiteSettings(app)), registration: 'approval' as const, activation: true };
  await updateSiteSettings(app, olga, settings);
  const fields = { name: 'Grace Hopper', username: 'grace', email: 'grace@example.org', password };
  assert.equal((await plaza.form(undefined, '/signup', fields)).status, 303);
  const { accountId: grace = '' } = (await listRegistrationRequests(app)).items[0] ?? {};
  const viewer = { ...ada, id: grace, username: 'grace', isActivated: false };
  const invited = await plaza.form(viewer, '/settings/invitations', { email: '', uses: '100', life: '1' });
  assert.equal(invited.status, 403);
  assert.deepEqual(await listSignUpInvitations(app, viewer), []);
  await confirmAddress(app, grace);
  await correctAddress(app, grace, 'someone.else@example.org');
  await approveRequests(app, olga, [grace]);
  assert.equal(await isActivated(app, grace), false, 'the new address is not confirmed');
});

testPlaza(
  'an invitation brings as many people as it may, without approval',
  async ({ app, plaza, olga, ada }) => {
    const settings = {
      ...(await getSiteSettings(app)),
      registration: 'approval' as const,
      activation: false,
    };
    await updateSiteSettings(app, olga, settings);
    const code = await inviteToSignUp(app, ada, { email: '', uses: 2, life: 1 });
    const join = async (username: string) =>
      (
        await plaza.form(undefined, '/signup', {
          name: 'Grace Hopper',
          username,
          email: `${username}@example.org`,
          password,
          invitation_code: code,
        })
      ).headers.location ?? 'rejected';
    assert.deepEqual([await join('grace'), await join('joan'), await join('anita')], ['/', '/', 'rejected']);
    assert.deepEqual((await listRegistrationRequests(app)).items, []);
    assert.match((await plaza.page(ada, '/settings/invitations')).text, /2 of 2/);
    await assert.rejects(inviteToSignUp(app, ada, { email: 'a@example.org', uses: 2 }), { field: 'uses' });
    for (const uses of ['0', '101', 'x'])
      assert.equal(
        (await plaza.form(ada, '/settings/invitations', { email: '', uses, life: '7' })).status,
        422,
      );
  },
);

testPlaza('operators assign requests to join to each other', async ({ app, plaza, olga, ada }) => {
  const settings = { ...(await getSiteSettings(app)), registration: 'approval' as const, activation: false };
  await updateSiteSettings(app, olga, settings);
  await app.db.updateTable('identity.account').set({ role: 'operator' }).where('id', '=', ada.id).execute();
  const other = await getPerson(app, ada.id);
  const fields = { name: 'Grace Hopper', username: 'grace', email: 'grace@example.org', password };
  assert.equal((await plaza.form(undefined, '/signup', fields)).status, 303);
  const [request] = (await listRegistrationRequests(app)).items;
  const id = request?.accountId ?? '';
  const path = '/apis/php/moderation/registrations';
  const assign = (who: typeof olga, body: object) =>
    plaza.api(who, 'POST', `${path}/assign`, { user_id: id, ...body });
  assert.equal((await assign(olga, { to: 'grace' })).status, 400);
  assert.equal((await assign(olga, { to: '@ada', note: 'Do you know her?', from: '' })).status, 200);
  assert.equal((await assign(olga, { to: 'olga', from: '' })).status, 409);
  const listed = async (who: typeof olga, assigned: string) =>
    ((await plaza.api(who, 'GET', `${path}?assigned=${assigned}`)).body.data as { note: string }[]).map(
      ({ note }) => note,
    );
  assert.deepEqual(
    [await listed(other, 'mine'), await listed(olga, 'mine'), await listed(olga, 'nobody')],
    [['Do you know her?'], [], []],
  );
  assert.match(JSON.stringify(await queuedJobs(app)), /registration of @grace is assigned to you/);
  const page = await plaza.page(other, '/operator/registrations?assigned=mine');
  assert.match(page.text, /@grace[^]*@ada[^]*@olga: Do you know her\?/);
  const form = (who: typeof olga, body: Record<string, string>) =>
    plaza.form(who, '/operator/registrations/assign', { request: id, ...body });
  assert.equal((await form(other, { to: 'nobody-here' })).status, 422);
  assert.equal((await form(other, { to: '' })).status, 303);
  assert.deepEqual(await listed(olga, 'nobody'), ['']);
  const decided = await plaza.api(olga, 'POST', `${path}/decide`, { user_ids: [id], decision: 'approve' });
  assert.deepEqual(decided.body.data, { decided: 1 });
  assert.equal((await assign(olga, { to: 'ada' })).status, 404);
});
