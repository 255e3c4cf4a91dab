import assert from 'node:assert/strict';
import { type World, testPlaza } from '../../../test/ask-plaza.ts';
import { testWithDatabase } from '../../../test/app.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addModerator, caseOf, createWorld } from '../../../test/world.ts';
import { days, hours } from '../../kernel/time.ts';
import { deliverMail } from '../../platform/mail.ts';
import type { App } from '../../platform/app.ts';
import { publishPost } from '../posts/publishing.ts';
import { addReport } from '../reports/reports.ts';
import { settleCase } from './settle-case.ts';
import { teamDigestJobs, teamDigestToken } from './team-digest.ts';
import { mondayOf } from './weekly-figures.ts';

const [send] = teamDigestJobs;

const mailsOf = async (app: World['app']) =>
  (await queuedJobs(app))
    .filter(({ name }) => name === deliverMail.name)
    .map(
      ({ payload }) =>
        payload as Record<'to' | 'subject' | 'text' | 'html', string> & { unsubscribe?: string },
    )
    .filter(({ unsubscribe = '' }) => unsubscribe.includes('/moderation/digest/'));

const at = (app: World['app'], time: number): App => ({ ...app, clock: { now: () => new Date(time) } });

testPlaza('moderators get one digest of a week with events, in their language', async (world) => {
  const { app, ada, bob, carol, olga } = world;
  const mona = await addModerator(app, 'mona');
  await app.db.updateTable('identity.account').set({ language: 'de' }).where('id', '=', mona.id).execute();
  const id = await publishPost(app, ada, { text: 'Buy this', privacy: 'public', photos: [] });
  const other = await publishPost(app, ada, { text: 'And this', privacy: 'public', photos: [] });
  for (const who of [bob, carol])
    await addReport(app, who, { subject: 'post', id, category: 'spam', reason: '' });
  await addReport(app, bob, { subject: 'post', id: other, category: 'spam', reason: '' });
  app.clock.turn(hours(2));
  await settleCase(app, olga, await caseOf(app, 'post', other), { decision: 'approve' });

  const monday = mondayOf(app.clock.now()).getTime() + days(7);
  // Twice, and again later that week.
  await send?.work(at(app, monday + hours(1)), {});
  await send?.work(at(app, monday + hours(1)), {});
  await send?.work(at(app, monday + days(3)), {});
  const mails = await mailsOf(app);
  assert.deepEqual(mails.map(({ to }) => to).sort(), ['mona@example.org', 'olga@example.org']);
  const english = mails.find(({ to }) => to.startsWith('olga'));
  assert.equal(english?.subject, 'Moderation: 1 decided, 1 waiting');
  assert.match(english.text, /Reported: 2 \(week before: 0\)/);
  assert.match(english.text, /Median time to a decision: 2 hr/);
  assert.match(english.text, /Cases to decide: 1\nhttps?:\/\/\S+\/moderation\n/);
  const [, address = ''] =
    /Post by @ada: 2 reports\nhttps?:\/\/[^/\s]+(\/moderation\?case=\d+)\n/.exec(english.text) ?? [];
  const shown = await world.plaza.page(olga, address);
  assert.match(shown.text, /Buy this[^]*Show all|Show all[^]*Buy this/);
  assert.match((await world.plaza.page(olga, '/moderation?case=999999')).text, /Nothing that waits/);
  assert.match(english.html, /<b>2<\/b>/);
  assert.match(english.html, /lang="en"/);
  assert.match(mails.find(({ to }) => to.startsWith('mona'))?.html ?? '', /lang="de"/);

  // A week later nothing has happened, but a case still waits. Later it does not.
  await send?.work(at(app, monday + days(7)), {});
  assert.equal((await mailsOf(app)).length, 4);
  await settleCase(app, olga, await caseOf(app, 'post', id), { decision: 'approve' });
  await app.db.updateTable('social.moderation_case').set({ settled_at: app.clock.now() }).execute();
  await send?.work(at(app, monday + days(21)), {});
  assert.equal((await mailsOf(app)).length, 4, 'a quiet week');
});

testPlaza(
  'the digest of moderators is ended by page, API and one click',
  async ({ app, plaza, ada, olga }) => {
    const path = '/apis/php/moderation/digest';
    const isOn = async () => ((await plaza.api(olga, 'GET', path)).body.data as { on: boolean }).on;
    assert.equal((await plaza.api(ada, 'GET', path)).status, 403);
    assert.equal((await plaza.page(ada, '/moderation/digest')).status, 403);
    assert.equal((await plaza.form(ada, '/moderation/digest', { on: 'on' })).status, 403);
    assert.equal(await isOn(), true);
    assert.match((await plaza.page(olga, '/moderation/digest')).text, /The past week/);
    await plaza.form(olga, '/moderation/digest', {});
    assert.equal(await isOn(), false);
    assert.equal((await plaza.api(olga, 'POST', path, { on: true })).status, 200);
    assert.equal(await isOn(), true);
    const link = `/moderation/digest/unsubscribe?token=${teamDigestToken(app, olga.id)}`;
    assert.match((await plaza.page(undefined, link)).text, /Unsubscribe\?/);
    assert.equal(await isOn(), true);
    const click = await plaza.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    assert.equal(click.statusCode, 200);
    assert.equal(await isOn(), false);
    assert.equal((await plaza.page(undefined, '/moderation/digest/unsubscribe?token=1.x')).status, 404);
    const monday = mondayOf(app.clock.now()).getTime() + days(7);
    await send?.work(at(app, monday), {});
    assert.deepEqual(await mailsOf(app), []);
  },
);

testWithDatabase('of several processes one sends the digest of moderators', async ({ app }) => {
  const { ada, bob } = await createWorld(app);
  await addModerator(app, 'mona');
  const id = await publishPost(app, ada, { text: 'Buy this', privacy: 'public', photos: [] });
  await addReport(app, bob, { subject: 'post', id, category: 'spam', reason: '' });
  const monday = mondayOf(app.clock.now()).getTime() + days(7);
  await Promise.all([1, 2, 3].map(async () => send?.work(at(app, monday), {})));
  const mails = await mailsOf(app);
  assert.deepEqual(mails.map(({ to }) => to).sort(), ['mona@example.org', 'olga@example.org']);
});
