import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { openHopBrowser } from '../../../test/chromium/hop-browser.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addLink } from '../shorten/add-links.ts';

/** Returns the path of the last link sent by email. */
async function mailedLink(app: Pick<App, 'db'>): Promise<string> {
  const letters = (await queuedJobs(app)).filter(({ name }) => name === 'system.deliver-mail');
  const { text } = letters.at(-1)?.payload as { text: string };
  return /http:\/\/hop\.test(\/invite\?token=[\w-]+)/.exec(text)?.[1] ?? '';
}

const tokenOf = (path: string) => path.slice(path.indexOf('=') + 1);

testHop(
  'an invited person joins with the emailed link, works in the workspace, and loses access when removed',
  async (world) => {
    const { app, ada, bob, asAda, asNobody } = world;
    const asBob = await openHopBrowser(world, world.bob);
    const { id } = await addLink(app, ada, { url: 'https://example.com/', alias: 'adas' });
    assert.equal((await asBob.page(`/dashboard/links/${id}`)).status, 404);
    await asAda.form('/dashboard/team', { email: 'Bob@example.org', role: 'editor' });
    const mailed = await mailedLink(app);
    assert.match(
      (await asNobody.page(mailed)).text,
      /Ada Test invites you[^]*\/signin\?next=%2Finvite%3Ftoken%3D/,
    );
    assert.match((await asBob.page(mailed)).text, /You are signed in as Bob Test/);
    assert.equal((await asBob.form('/invite', { token: tokenOf(mailed) })).location, '/dashboard');
    assert.equal((await asBob.page(mailed)).status, 410);

    assert.match((await asBob.page('/dashboard')).text, /Workspace: Ada Test[^]*adas/);
    assert.equal((await asBob.page(`/dashboard/links/${id}`)).status, 200);
    assert.equal(
      (await asBob.form('/dashboard', { url: 'https://example.com/by-bob', custom: 'by-bob' })).status,
      303,
    );
    const created = await app.db
      .selectFrom('links.link')
      .select('account_id')
      .where('alias', '=', 'by-bob')
      .execute();
    assert.deepEqual(created, [{ account_id: ada.id }]);
    const team = (await asAda.page('/dashboard/team')).text;
    assert.match(team, /Bob Test[^]*Team activity[^]*\/dashboard<\/code>[^]*@bob/);

    // What the workspace owns is created for it, and recorded.
    await asBob.form('/dashboard/utm', { name: 'Newsletter', source: 'news' });
    assert.match((await asAda.page('/dashboard/utm')).text, /utm_source=news/);
    assert.match((await asAda.page('/dashboard/team')).text, /\/dashboard\/utm<\/code>[^]*@bob/);

    for (const own of ['/settings/credentials', '/dashboard/api', '/dashboard/team'])
      assert.doesNotMatch((await asBob.page(own)).text, /ada@example\.org|Bob Test<\/th>/, own);
    assert.equal((await asBob.page('/operator/reports')).status, 403);

    await asAda.form(`/dashboard/team/${bob.id}/remove`);
    assert.equal((await asBob.page(`/dashboard/links/${id}`)).status, 404);
    assert.doesNotMatch((await asBob.page('/dashboard')).text, /by-bob/);
  },
);

testHop(
  'a viewer can see everything but cannot change anything until they become an editor',
  async (world) => {
    const { app, ada, bob, asAda } = world;
    const asBob = await openHopBrowser(world, world.bob);
    const { id } = await addLink(app, ada, { url: 'https://example.com/' });
    await asAda.form('/dashboard/team', { email: `${bob.username}@example.org`, role: 'viewer' });
    await asBob.form('/invite', { token: tokenOf(await mailedLink(app)) });
    assert.equal((await asBob.page(`/dashboard/links/${id}`)).status, 200);
    assert.equal((await asBob.form('/dashboard', { url: 'https://example.com/' })).status, 403);
    assert.equal((await asBob.form(`/dashboard/links/${id}/delete`)).status, 403);
    await asAda.form(`/dashboard/team/${bob.id}/role`, { role: 'editor' });
    assert.equal((await asBob.form(`/dashboard/links/${id}/delete`)).status, 303);
    assert.equal((await asAda.form(`/dashboard/team/${bob.id}/role`, { role: 'owner' })).status, 422);
  },
);

testHop('members can switch between workspaces and leave them', async (world) => {
  const { app, ada, asAda } = world;
  const asBob = await openHopBrowser(world, world.bob);
  await asAda.form('/dashboard/team', { email: 'bob@example.org', role: 'editor' });
  await asBob.form('/invite', { token: tokenOf(await mailedLink(app)) });
  await asBob.form('/workspace', { id: '999999' });
  assert.match((await asBob.page('/dashboard')).text, /Workspace: Bob Test/);
  await asBob.form('/workspace', { id: ada.id });
  assert.match((await asBob.page('/dashboard')).text, /Workspace: Ada Test/);
  await asBob.form(`/dashboard/team/${ada.id}/leave`);
  assert.doesNotMatch((await asBob.page('/dashboard')).text, /Workspace:/);
  assert.match((await asAda.page('/dashboard/team')).text, /No members yet/);
});

testHop('a workspace cannot be entered by its id without membership', async (world) => {
  const { app, ada, bob } = world;
  const { id } = await addLink(app, ada, { url: 'https://example.com/' });
  const hop = await openHopBrowser(world, bob, { workspace: ada.id });
  assert.equal((await hop.page(`/dashboard/links/${id}`)).status, 404);
  for (const odd of ['x', '99999999999999999999', "1' or 1=1"]) {
    const browser = await openHopBrowser(world, bob, { workspace: encodeURIComponent(odd) });
    assert.equal((await browser.page('/dashboard')).status, 200);
  }
});

testHop('invitations are declined, replaced, canceled, and expire', async ({ app, bob, asAda, asBob }) => {
  await addPerson(app, 'carol');
  const invite = (email: string, role = 'editor') => asAda.form('/dashboard/team', { email, role });
  for (const email of ['', 'nonsense', 'ada@example.org', 'ADA@example.org'])
    assert.match((await invite(email)).text, /id="field-email-error"/, email);
  await invite('carol@example.org');
  const first = await mailedLink(app);
  await invite('Carol@example.org', 'viewer');
  assert.equal((await asBob.page(first)).status, 410);
  assert.equal((await asAda.page('/dashboard/team')).text.match(/arol@example\.org<\/th>/g)?.length, 1);
  assert.equal((await asAda.form('/invite', { token: tokenOf(await mailedLink(app)) })).status, 409);
  const { text } = await asAda.page('/dashboard/team');
  const withdraw = /\/dashboard\/team\/invitations\/\d+\/withdraw/.exec(text)?.[0] ?? '';
  assert.equal((await asBob.form(withdraw)).status, 303);
  assert.equal((await asBob.page(await mailedLink(app))).status, 200);
  await asAda.form(withdraw);
  assert.equal((await asBob.page(await mailedLink(app))).status, 410);
  await invite('bob@example.org');
  app.clock.turn(days(8));
  assert.equal((await asBob.form('/invite', { token: tokenOf(await mailedLink(app)) })).status, 410);
  assert.equal((await asAda.form(`/dashboard/team/${bob.id}/remove`)).status, 404);
});
