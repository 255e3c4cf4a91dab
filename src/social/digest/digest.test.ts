import assert from 'node:assert/strict';
import { days } from '../../kernel/time.ts';
import { deliverMail } from '../../platform/mail.ts';
import { type World, testPlaza } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { addPerson, getPerson } from '../../../test/world.ts';
import { addFilter } from '../filters/filters.ts';
import { publishPost } from '../posts/publishing.ts';
import { block, mute } from '../relationships/blocks.ts';
import { follow } from '../relationships/follows.ts';
import { chooseDigest, digestJobs, digestToken } from './digest.ts';

const mailsOf = async (app: World['app']) =>
  (await queuedJobs(app))
    .filter(({ name }) => name === deliverMail.name)
    .map(({ payload }) => payload as { to: string; subject: string; text: string; unsubscribe?: string });

testPlaza('a digest has what is new for those who chose it, and nothing hidden from them', async (world) => {
  const { app, ada, bob, carol } = world;
  const [dora, eve] = [await addPerson(app, 'dora'), await addPerson(app, 'eve')];
  for (const person of [bob, carol, dora, eve]) await follow(app, ada, person.id);
  const say = (author: typeof ada, text: string, more: object = {}) =>
    publishPost(app, author, { text, privacy: 'public', photos: [], ...more });
  await say(bob, 'Rye bread');
  await say(bob, 'Hidden penalty');
  await say(carol, 'Secret end', { warning: 'Ending of the film' });
  await say(dora, 'By a muted person');
  await say(eve, 'By one who blocked');
  await say(ada, 'My own');
  await mute(app, ada, dora.id);
  await block(app, eve, ada.id);
  await addFilter(app, ada, {
    ...{ name: '', keywords: ['penalty'], isWholeWord: true, action: 'warn' },
    contexts: ['feeds'],
  });
  const [send] = digestJobs;
  const after = (n: number) => ({
    ...app,
    clock: { now: () => new Date(app.clock.now().getTime() + days(n)) },
  });
  await chooseDigest(app, ada, 'weekly');
  const before = (await mailsOf(app)).length;
  const run = async (n: number) => {
    await send?.work(after(n), {});
    return (await mailsOf(app)).slice(before);
  };
  assert.deepEqual(await run(1), [], 'not due yet');
  const [mail, ...others] = await run(7);
  assert.deepEqual(others, []);
  assert.equal(mail?.to, 'ada@example.org');
  assert.match(mail.text, /Bob Test: Rye bread/);
  assert.match(mail.text, /Ending of the film/);
  assert.doesNotMatch(mail.text, /penalty|Secret end|muted|blocked|My own/);
  assert.match(mail.unsubscribe ?? '', /\/digest\/unsubscribe\?token=/);
  assert.equal((await run(7)).length, 1, 'once');
  assert.equal((await run(30)).length, 1, 'nothing new, no mail');
});

testPlaza(
  'a digest is chosen in settings and by the API, and ended with one click',
  async ({ app, plaza, ada }) => {
    const path = '/apis/php/user/digest';
    const period = async () => ((await plaza.api(ada, 'GET', path)).body.data as { period: string }).period;
    assert.equal(await period(), '', 'off unless chosen');
    await plaza.form(ada, '/settings/digest', { period: 'daily' });
    assert.equal(await period(), 'daily');
    assert.match((await plaza.page(ada, '/settings/digest')).text, /Preview/);
    const link = `/digest/unsubscribe?token=${digestToken(app, ada.id)}`;
    assert.match((await plaza.page(undefined, link)).text, /Unsubscribe\?/);
    assert.equal(await period(), 'daily', 'opening the link changes nothing');
    const click = await plaza.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    assert.equal(click.statusCode, 200);
    assert.equal(await period(), '');
    assert.equal((await plaza.page(undefined, '/digest/unsubscribe?token=1.x')).status, 404);
    assert.equal((await plaza.api(ada, 'POST', path, { period: 'weekly' })).status, 200);
    assert.equal((await plaza.api(ada, 'POST', path, { period: 'hourly' })).status, 400);
    assert.equal((await getPerson(app, ada.id)).id, ada.id);
  },
);
