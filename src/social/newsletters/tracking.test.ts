import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { days } from '../../kernel/time.ts';
import { addArticle } from '../articles/articles.ts';
import { emptyContent } from '../posts/post.ts';
import { issueJobs } from './sending.ts';
import { trackingJobs, trackingOf } from './tracking.ts';

const api = '/apis/php/newsletters';

interface Mail {
  to: string;
  text: string;
  html?: string;
}

const mailTo = async ({ app }: World, email: string): Promise<Mail> =>
  (await queuedJobs(app))
    .filter(({ name }) => name === 'system.deliver-mail')
    .map(({ payload }) => payload as Mail)
    .findLast(({ to }) => to === email) ?? { to: '', text: '' };

const linksIn = ({ html = '' }: Mail, path: string): string[] =>
  [...html.matchAll(new RegExp(String.raw`http://plaza\.test(/newsletters/${path}\?token=[\w.]+)`, 'g'))].map(
    ([, link = '']) => link,
  );

/** Ada's newsletter, with an article that was sent to Bob, who allows it, to Carol, and to an address. */
async function send(world: World) {
  const { app, plaza, ada, bob, carol } = world;
  const { body } = await plaza.api(ada, 'POST', api, { title: 'Bakery news' });
  const { id } = body.data as { id: string };
  assert.equal((await plaza.api(bob, 'POST', `${api}/subscribe`, { id, allow_tracking: true })).status, 200);
  assert.equal((await plaza.form(carol, `/newsletters/${id}/subscribe`)).status, 303);
  await plaza.form(undefined, `/newsletters/${id}/address`, { email: 'reader@a.test' });
  const [confirm = ''] =
    /\/newsletters\/confirm\?token=\S+/.exec((await mailTo(world, 'reader@a.test')).text) ?? [];
  const asked = (await plaza.page(undefined, confirm)).text;
  assert.match(asked, /Count my opens and clicks/);
  assert.doesNotMatch(asked, /name="tracking"[^<>]* checked/);
  assert.equal((await plaza.form(undefined, confirm, { tracking: 'on' })).status, 200);
  const text = 'See [the oven](https://oven.example/a?b=1&c=2) and [me](/@ada).';
  const postId = await addArticle(app, ada, { ...emptyContent, title: 'New oven', text });
  const sent = await plaza.api(ada, 'POST', `${api}/send`, { id, post_id: postId });
  const issueId = (sent.body.data as { id: string }).id;
  await issueJobs[0]?.work(app, { id: issueId });
  const numbers = async (viewer = ada) => {
    const list = await plaza.api(viewer, 'GET', `${api}/issues?id=${id}`);
    const [issue] = list.body.data as { numbers: Record<string, number> | null }[];
    return issue?.numbers && [issue.numbers.tracked, issue.numbers.opened, issue.numbers.clicked];
  };
  return { id, issueId, postId, numbers };
}

testPlaza('only mail to readers who allow it counts opens and clicks, once each', async (world) => {
  const { plaza, ada, bob, carol } = world;
  const { id, numbers } = await send(world);
  const [toBob, toCarol, toReader] = await Promise.all(
    ['bob@example.org', 'carol@example.org', 'reader@a.test'].map((email) => mailTo(world, email)),
  );
  assert.doesNotMatch(JSON.stringify(toCarol), /newsletters\/(open|click)/);
  assert.match(toCarol?.html ?? '', /href="https:\/\/oven\.example\/a\?b=1&amp;c=2"/);
  assert.match(toBob?.html ?? '', /<img src="http:\/\/plaza\.test\/newsletters\/open/);
  assert.doesNotMatch(toBob?.html ?? '', /href="https:\/\/oven/);
  assert.doesNotMatch(toBob?.text ?? '', /newsletters\/(open|click)/, 'the text is as for all');
  assert.deepEqual(await numbers(), [2, 0, 0]);

  const [image = ''] = linksIn(toBob!, 'open');
  for (let times = 0; times < 2; times += 1) {
    const loaded = await plaza.page(undefined, image);
    assert.deepEqual([loaded.status, loaded.headers['content-type']], [200, 'image/gif']);
    assert.match(String(loaded.headers['cache-control']), /no-store/);
    assert.equal(loaded.headers['set-cookie'], undefined);
  }
  assert.deepEqual(await numbers(), [2, 1, 0]);
  const targets = [];
  for (const link of linksIn(toReader!, 'click')) {
    const { status, headers } = await plaza.page(undefined, link);
    assert.equal(status, 303);
    targets.push(headers.location);
  }
  assert.ok(targets.includes('https://oven.example/a?b=1&c=2'), String(targets));
  assert.ok(targets.includes('http://plaza.test/@ada'), String(targets));
  // A click is an open.
  assert.deepEqual(await numbers(), [2, 2, 1]);
  assert.equal(await numbers(bob), null);
  const page = (await plaza.page(ada, `/newsletters/${id}/manage`)).text;
  assert.match(page, /2 of 2 who allow it/);
  assert.match(page, /1 of 2 who allow it/);
  assert.equal((await plaza.page(carol, `/newsletters/${id}/manage`)).status, 403);
});

testPlaza('links lead only to what the post links to, and forged ones nowhere', async (world) => {
  const { app, plaza, bob, carol } = world;
  const { id, issueId, postId, numbers } = await send(world);
  const mail = await mailTo(world, 'bob@example.org');
  const links = linksIn(mail, 'click');
  const [image = ''] = linksIn(mail, 'open');
  for (const link of [image, ...links])
    for (const forged of [
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      link.replace(/token=\d+/, 'token=999'),
      link.replace(/open|click/, (page) => (page === 'open' ? 'click' : 'open')),
    ])
      assert.equal(
        (await plaza.page(undefined, forged)).status,
        forged.includes('click?') && link === image ? 303 : 404,
        forged,
      );
  // What is signed for another address is not followed, as after the post was edited.
  const { linkTo } = trackingOf(app, '1', issueId);
  const elsewhere = linkTo('https://evil.example').replace('http://plaza.test', '');
  const led = await plaza.page(undefined, elsewhere);
  assert.match(String(led.headers.location), /^\/articles\/\d+\/new-oven$/);
  await app.db.updateTable('social.post').set({ text: 'Nothing' }).where('id', '=', postId).execute();
  for (const link of links)
    assert.match(String((await plaza.page(undefined, link)).headers.location), /\/articles\/\d+\/new-oven$/);

  // Who allows it no longer is forgotten, and counted no more.
  assert.deepEqual(await numbers(), [2, 1, 1]);
  assert.equal((await plaza.api(carol, 'POST', `${api}/tracking`, { id: '999', allow: false })).status, 404);
  assert.equal((await plaza.form(bob, `/newsletters/${id}/tracking`)).status, 303);
  const rows = () => app.db.selectFrom('social.newsletter_reading').selectAll().execute();
  assert.equal((await rows()).length, 1);
  await plaza.page(undefined, image);
  assert.deepEqual(await numbers(), [2, 1, 1]);
  app.clock.turn(days(91));
  await trackingJobs[0]?.work(app, {});
  assert.deepEqual(await rows(), []);
  await app.db
    .updateTable('social.post')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', postId)
    .execute();
  assert.equal((await plaza.page(undefined, links[0] ?? '')).status, 404);
});

testPlaza(
  'readers without an account change their mind on the page that their mail links to',
  async (world) => {
    const { app, plaza, ada, bob } = world;
    const { id } = await send(world);
    const [page = ''] = linksIn(await mailTo(world, 'reader@a.test'), 'preferences');
    assert.match((await plaza.page(undefined, page)).text, /name="tracking"[^<>]* checked/);
    assert.equal((await plaza.form(undefined, page)).status, 303);
    assert.doesNotMatch((await plaza.page(undefined, page)).text, /name="tracking"[^<>]* checked/);
    assert.equal((await plaza.form(undefined, page, { tracking: 'on' })).status, 303);
    const allowing = app.db.selectFrom('social.newsletter_subscriber').where('allows_tracking', '=', true);
    assert.equal((await allowing.selectAll().execute()).length, 2);
    assert.equal((await plaza.page(undefined, `${page}0`)).status, 404);
    await plaza.form(undefined, page.replace('preferences', 'unsubscribe'));
    assert.equal((await plaza.page(undefined, page)).status, 404);
    const of = async (viewer: typeof bob) =>
      (await plaza.api(viewer, 'GET', `${api}/newsletter?id=${id}`)).body.data as Record<string, unknown>;
    assert.deepEqual([(await of(bob)).allows_tracking, (await of(ada)).allows_tracking], [true, false]);
  },
);

testPlaza('a newsletter is opened and closed by its form', async ({ plaza, ada }) => {
  for (const [fields, isOpen] of [
    [{ open: 'on' }, true],
    [{}, false],
  ] as const) {
    const { status } = await plaza.form(ada, '/newsletters/new', { title: 'Bakery news', ...fields });
    assert.equal(status, 303);
    const { body } = await plaza.api(ada, 'GET', `${api}/newsletter?user_id=${ada.id}`);
    assert.equal((body.data as { is_open: boolean }).is_open, isOpen);
  }
});
