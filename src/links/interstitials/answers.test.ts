import assert from 'node:assert/strict';
import { testHop, type Hop } from '../../../test/ask-hop.ts';
import { test } from '../../../test/app.ts';
import { addLink } from '../../../test/links.ts';
import { days, hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { addPerson } from '../../../test/world.ts';
import { addOverlay } from '../overlays/overlays.ts';
import { purgeAnswers } from '../overlays/answers.ts';
import type { OverlayKind } from '../overlays/overlay.ts';
import type { TypedFields } from '../custom-pages/fields.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import { sealPage, unsealPage, type PageKind } from './show-pages.ts';

const place = { corner: 'top-left', dismissible: 'on', name: 'Box' };
/** A local address that must not be requested, so framing is not checked. */
const to = 'http://127.0.0.1:1/';

async function showBox(app: App, kind: OverlayKind, input: TypedFields) {
  const link = await addLink(app, 'spring');
  const owner = await app.db
    .selectFrom('links.link')
    .select('account_id as id')
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow();
  const { id } = await addOverlay(app, owner, kind, { ...place, ...input });
  return { id, owner, followed: { ...followedOf(link.id, owner.id), overlayId: id } };
}

const followedOf = (linkId: string, ownerId: string): FollowedLink => ({
  linkId,
  ownerId,
  shortAddress: 'http://hop.test/spring',
  title: '',
  description: '',
  previewImage: null,
  to,
  splashId: null,
  overlayId: null,
  pixels: [],
  heldFor: null,
});

const answer = (hop: Hop, page: string, fields: Record<string, string>) =>
  hop.form('/overlay/answer', { page, ...fields });

testHop('a vote counts once per page, and voters see the results', async ({ app, asAda, asNobody }) => {
  const { id, followed } = await showBox(app, 'poll', {
    title: 'Which?',
    choices: 'Rye\nSpelt',
    results: 'on',
  });
  const seal = () => sealPage(app, 'overlay', followed);
  const page = seal();
  const voted = await answer(asNobody, page, { choice: 'Rye' });
  assert.equal(voted.status, 200);
  assert.match(voted.text, /Rye<\/span>\s*<b>100%/);
  await answer(asNobody, page, { choice: 'Rye' });
  const second = await answer(asNobody, seal(), { choice: 'Spelt' });
  assert.match(second.text, /Rye<\/span>\s*<b>50%/);
  for (const choice of ['', 'Oat'])
    assert.match((await answer(asNobody, seal(), { choice })).text, /Choose one/);
  const listed = (await asAda.page(`/dashboard/overlays/${id}/answers`)).text;
  assert.equal([...listed.matchAll(/id="answer-/g)].length, 2);
  assert.match(listed, /bar-list-value">1</);
  assert.match(listed, />spring</);
});

testHop(
  'a message is validated, stored with its consent, and emailed to the owner',
  async ({ app, asAda, asNobody }) => {
    const { id, followed } = await showBox(app, 'contact', {
      title: 'Write',
      consent: 'You may <answer>.',
      mails: 'on',
    });
    const seal = () => sealPage(app, 'overlay', followed);
    const sent = { name: 'Bo', email: 'bo@example.org', message: '=1+1\nHello "there"', consent: 'on' };
    const rows: [Record<string, string>, string, RegExp][] = [
      [{ name: '' }, 'name', /required/],
      [{ email: 'bo' }, 'email', /ada@example\.org/],
      [{ email: 'bo@example.org, eve@example.org' }, 'email', /ada@example\.org/],
      [{ message: ' ' }, 'message', /required/],
      [{ message: 'x'.repeat(2001) }, 'message', /2,000/],
    ];
    for (const [change, field, message] of rows) {
      const { status, text } = await answer(asNobody, seal(), { ...sent, ...change });
      assert.equal(status, 422, field);
      assert.match(new RegExp(`id="field-${field}-error">([^]*?)</p>`).exec(text)?.[1] ?? '', message);
      assert.match(text, /<dialog class="box"/);
    }
    const { name, email, message } = sent;
    assert.match((await answer(asNobody, seal(), { name, email, message })).text, /consent is required/);
    assert.match((await answer(asNobody, seal(), sent)).text, /Thank you/);
    const listed = (await asAda.page(`/dashboard/overlays/${id}/answers`)).text;
    assert.match(listed, /Bo<\/p>[^]*=1\+1\nHello &quot;there&quot;[^]*bo@example\.org/);
    const csv = (await asAda.page(`/dashboard/overlays/${id}/answers.csv`)).text.split('\r\n');
    assert.deepEqual(csv, [
      '\ufeffdate,link,name,email,message,choice,agreed_to',
      `2026-03-01 12:00:00,spring,Bo,bo@example.org,"'=1+1\nHello ""there""",,You may <answer>.`,
      '',
    ]);
    const jobs = await app.db
      .selectFrom('graphile_worker.jobs' as never)
      .selectAll()
      .execute();
    assert.equal(
      jobs.filter((job) => (job as { task_identifier: string }).task_identifier === 'system.deliver-mail')
        .length,
      1,
    );
  },
);

testHop('an owner deletes one response, or all of them', async ({ app, asAda, asNobody }) => {
  const { id, followed } = await showBox(app, 'newsletter', { title: 'News', consent: 'Yes.' });
  for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
    await answer(asNobody, sealPage(app, 'overlay', followed), { email, consent: 'on' });
  const address = `/dashboard/overlays/${id}/answers`;
  const count = async () => [...(await asAda.page(address)).text.matchAll(/id="answer-(\d+)/g)];
  const [newest] = await count();
  assert.equal((await asAda.form(`${address}/${newest?.[1]}/delete`)).status, 303);
  assert.equal((await asAda.form(`${address}/${newest?.[1]}/delete`)).status, 404);
  assert.equal((await count()).length, 2);
  await asAda.form(`${address}/delete`);
  assert.match((await asAda.page(address)).text, /No responses yet/);
});

testHop('lists responses newest first, with pagination', async ({ app, asAda }) => {
  const { id } = await showBox(app, 'newsletter', { title: 'News', consent: 'Yes.' });
  const rows = Array.from({ length: 60 }, (_, i) => ({
    overlay_id: id,
    page: `page ${i}`,
    content: JSON.stringify({ email: `p${i}@example.org` }),
    created_at: app.clock.now(),
  }));
  await app.db.insertInto('links.overlay_answer').values(rows).execute();
  const first = (await asAda.page(`/dashboard/overlays/${id}/answers`)).text;
  assert.match(first, /p59@example\.org/);
  assert.doesNotMatch(first, /p9@example\.org/);
  const older = /href="([^"]*\?before=\d+)"/.exec(first)?.[1] ?? '';
  const second = (await asAda.page(older)).text;
  assert.match(second, /p9@example\.org[^]*p0@example\.org/);
  assert.equal((await asAda.page(`/dashboard/overlays/${id}/answers.csv`)).text.split('\r\n').length, 62);
});

test('responses are deleted after their retention period, and a new period applies to earlier ones', async (app) => {
  const ada = await addPerson(app, 'ada');
  const { id } = await addOverlay(app, ada, 'newsletter', {
    ...place,
    title: 'N',
    consent: 'Y',
    retention_days: '30',
  });
  const values = { overlay_id: id, content: '{}', created_at: app.clock.now() };
  const soon = new Date(app.clock.now().getTime() + days(30));
  await app.db
    .insertInto('links.overlay_answer')
    .values([
      { ...values, page: 'a', expires_at: soon },
      { ...values, page: 'b', expires_at: null },
    ])
    .execute();
  const pages = async () =>
    (await app.db.selectFrom('links.overlay_answer').select('page').orderBy('page').execute()).map(
      ({ page }) => page,
    );
  await purgeAnswers(app);
  assert.deepEqual(await pages(), ['a', 'b']);
  app.clock.turn(days(31));
  await purgeAnswers(app);
  assert.deepEqual(await pages(), ['b']);
});

testHop('stores a pixel consent choice per owner and then redirects', async ({ app, asNobody }) => {
  const ada = await addPerson(app, 'carla');
  const followed = { ...followedOf('1', ada.id), pixels: [{ type: 'fbpixel', tag: '123' }] };
  const choose = (kind: PageKind, choice: string) =>
    asNobody.form('/pixels/consent', { page: sealPage(app, kind, followed), choice });
  const refused = await choose('pixels', 'no');
  assert.equal(refused.status, 200);
  assert.ok(refused.text.includes(`<meta http-equiv="refresh" content="0;url=${to}"`));
  assert.doesNotMatch(refused.text, /data-pixels/);
  const allowed = await choose('pixels', 'yes');
  assert.equal(allowed.status, 200);
  assert.match(allowed.text, /data-when="now" data-then="on"/);
  const splash = await choose('splash', 'yes');
  assert.match(splash.text, /data-when="now"/);
  assert.doesNotMatch(splash.text, /consent-bar/);
  assert.equal((await choose('pixels', 'perhaps')).status, 400);
});

testHop('does not redirect for tampered or expired forms', async ({ app, asNobody }) => {
  const ada = await addPerson(app, 'carla');
  const sealed = sealPage(app, 'pixels', followedOf('1', ada.id));
  const bent = sealed.slice(0, 40) + (sealed[40] === 'A' ? 'B' : 'A') + sealed.slice(41);
  for (const page of ['x', bent, sealed.slice(0, -4), Buffer.from(to).toString('base64url')])
    assert.equal((await asNobody.form('/pixels/consent', { page, choice: 'no' })).status, 400, page);
  app.clock.turn(hours(25));
  assert.throws(() => unsealPage(app, sealed), /has expired/);
});
