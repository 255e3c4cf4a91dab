import assert from 'node:assert/strict';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { mailOver, mailServer } from '../../../test/peers/smtp-server.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { runJobs } from '../../platform/jobs/jobs.ts';
import { systemJobs } from '../../platform/jobs/system-jobs.ts';
import { suppress } from '../../platform/mail/suppressions.ts';
import type { Viewer } from '../../platform/app.ts';
import { addArticle } from '../articles/articles.ts';
import { publishPost } from '../posts/publishing.ts';
import { emptyContent } from '../posts/post.ts';
import { block } from '../relationships/blocks.ts';
import { listIssues } from './archive.ts';
import { previewIssue, sendIssue } from './issues.ts';
import { issueJobs } from './sending.ts';
import { getNewsletter } from './newsletter.ts';
import { deleteNewsletter, saveNewsletter } from './newsletters.ts';
import { listNewsletterSubscribers, removeSubscriber } from './subscribers.ts';
import {
  confirmSubscription,
  subscribeToNewsletter,
  subscribeAddress,
  unsubscribeByToken,
} from './subscribing.ts';
import { queuedJobs } from '../../../test/jobs.ts';

const typed = { title: 'Bakery news', about: 'Once a month', isOpen: true };
const newsletterOf = (app: TestApp, viewer: Viewer) =>
  saveNewsletter(app, viewer, { kind: 'user', id: viewer.id }, typed);

interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  unsubscribe?: string;
}

const queuedMail = async (app: TestApp): Promise<Mail[]> =>
  (await queuedJobs(app))
    .filter(({ name }) => name === 'system.deliver-mail')
    .map(({ payload }) => payload as Mail);

const tokenIn = (text: string): string => /token=([\w.-]+)/.exec(text)?.[1] ?? '';

test('an address subscribes by confirming, and nobody learns whether it is subscribed', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await newsletterOf(app, ada);
  await subscribeAddress(app, id, 'Reader@Example.org');
  await subscribeAddress(app, id, 'reader@example.org');
  const mail = await queuedMail(app);
  assert.deepEqual(
    mail.map(({ to, subject }) => [to, subject]),
    [['Reader@Example.org', 'Confirm your subscription to Bakery news']],
  );
  assert.equal((await listNewsletterSubscribers(app, ada, id)).total, 0);
  const token = tokenIn(mail[0]?.text ?? '');
  await assert.rejects(
    confirmSubscription(
      app,
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
    {
      kind: 'missing',
    },
  );
  await confirmSubscription(app, token);
  await confirmSubscription(app, token);
  app.clock.set(new Date(app.clock.now().getTime() + days(2)));
  await subscribeAddress(app, id, 'reader@example.org');
  assert.equal((await queuedMail(app)).length, 1);
  const { items } = await listNewsletterSubscribers(app, ada, id, { q: 'READER' });
  assert.deepEqual(
    items.map(({ email }) => email),
    ['Reader@Example.org'],
  );
  await assert.rejects(listNewsletterSubscribers(app, bob, id), { kind: 'forbidden' });
  await assert.rejects(removeSubscriber(app, bob, id, items[0]?.id ?? ''), { kind: 'forbidden' });
  await removeSubscriber(app, ada, id, items[0]?.id ?? '');
  assert.equal((await listNewsletterSubscribers(app, ada, id)).total, 0);
});

test('confirmations to one address are bounded, and expire', async (app) => {
  const people = await Promise.all(['a1', 'a2', 'a3', 'a4'].map((name) => addPerson(app, name)));
  for (const person of people)
    await subscribeAddress(app, await newsletterOf(app, person), 'victim@example.org');
  const mail = await queuedMail(app);
  assert.equal(mail.length, 3);
  app.clock.set(new Date(app.clock.now().getTime() + days(8)));
  await assert.rejects(confirmSubscription(app, tokenIn(mail[0]?.text ?? '')), { kind: 'missing' });
});

test('who deletes a newsletter asks an address no more often', async (app) => {
  const ada = await addPerson(app, 'ada');
  for (let times = 0; times < 5; times += 1) {
    const id = await newsletterOf(app, ada);
    await subscribeAddress(app, id, 'victim@example.org');
    await deleteNewsletter(app, ada, id);
  }
  assert.equal((await queuedMail(app)).length, 3);
});

test('a newsletter is missing for those who may not read its host', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await newsletterOf(app, ada);
  await block(app, ada, bob.id);
  await assert.rejects(subscribeToNewsletter(app, bob, id), { kind: 'missing' });
  await app.db.updateTable('identity.account').set({ is_private: true }).where('id', '=', ada.id).execute();
  await assert.rejects(getNewsletter(app, undefined, { id }), { kind: 'missing' });
  await assert.rejects(subscribeAddress(app, id, 'reader@example.org'), { kind: 'missing' });
  await assert.rejects(saveNewsletter(app, bob, { kind: 'user', id: ada.id }, typed), { kind: 'missing' });
});

testWithDatabase('an issue goes once to each who may read it', async ({ app, database }, t) => {
  app.clock.set(new Date());
  const { ada, bob, carol, olga } = await createWorld(app);
  const id = await newsletterOf(app, ada);
  for (const reader of [bob, carol, olga]) await subscribeToNewsletter(app, reader, id);
  for (const email of ['reader@a.test', 'gone@b.test', 'former@c.test']) {
    await subscribeAddress(app, id, email);
    const mail = (await queuedMail(app)).find(({ to }) => to === email);
    await confirmSubscription(app, tokenIn(mail?.text ?? ''));
  }
  const { letters, refuse, url } = await mailServer(t);
  const mailing = { ...app, mail: mailOver(url, app) };
  await runJobs(mailing, systemJobs, database.pool);
  refuse['gone@b.test'] = [550, '5.1.1 No such mailbox'];
  await suppress(app, { email: 'former@c.test', reason: 'complaint', detail: 'spam' });
  await block(app, carol, ada.id);
  const content = { ...emptyContent, title: 'New oven', text: 'It is **hot** and [here](/@ada).' };
  const postId = await addArticle(app, ada, content);
  await assert.rejects(sendIssue(app, bob, id, postId, { audience: 'everyone' }), { kind: 'forbidden' });
  await sendIssue(app, ada, id, postId, { audience: 'everyone' });
  await assert.rejects(sendIssue(app, ada, id, postId, { audience: 'everyone' }), { kind: 'conflict' });
  await runJobs(mailing, [...systemJobs, ...issueJobs], database.pool);
  const issues = letters.filter(({ raw }) => raw.includes('New oven'));
  assert.deepEqual(issues.flatMap(({ to }) => to).toSorted(), [
    'bob@example.org',
    'olga@example.org',
    'reader@a.test',
  ]);
  const [letter] = issues;
  assert.match(letter?.raw ?? '', /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
  const newsletter = await getNewsletter(app, ada, { id });
  const { items } = await listIssues(app, ada, newsletter);
  assert.deepEqual(items[0]?.numbers, {
    ...{ queued: 4, sent: 3, bounced: 1, failed: 0, suppressed: 1, skipped: 1, unsubscribed: 0 },
    ...{ tracked: 0, opened: 0, clicked: 0 },
  });
  assert.ok(items[0].finishedAt);
  const asBob = await listIssues(app, bob, await getNewsletter(app, bob, { id }));
  assert.deepEqual([asBob.items.length, asBob.items[0]?.numbers], [1, null]);
});

test('the email has text and HTML, and one click ends the subscription', async (app) => {
  const { ada, bob } = await createWorld(app);
  const id = await newsletterOf(app, ada);
  await subscribeToNewsletter(app, bob, id);
  const postId = await publishPost(app, ada, { text: 'For friends', privacy: 'friends', photos: [] });
  await assert.rejects(sendIssue(app, ada, id, postId, { audience: 'members' }), { field: 'plan_id' });
  await sendIssue(app, ada, id, postId, { audience: 'everyone' });
  const [job] = (await queuedJobs(app)).filter(({ name }) => name === 'social.send-newsletter');
  const send = () => issueJobs[0]?.work(app, job?.payload as { id: string });
  await send();
  assert.deepEqual(await queuedMail(app), []);
  const open = await publishPost(app, ada, { text: 'Hello & <b>', privacy: 'public', photos: [] });
  const issue = await sendIssue(app, ada, id, open, { audience: 'everyone' });
  for (let at = 0; at < 2; at++) await issueJobs[0]?.work(app, { id: issue });
  const mail = await queuedMail(app);
  assert.equal(mail.length, 1);
  const long = await addArticle(app, ada, {
    ...emptyContent,
    title: `a${'\ud83d\ude00'.repeat(180)}`,
    text: 'Hi',
  });
  await previewIssue(app, ada, id, long);
  assert.ok(
    (await queuedMail(app)).every(({ subject }) => subject.isWellFormed()),
    'characters stay whole',
  );
  assert.match(mail[0]?.text ?? '', /Hello & <b>/);
  assert.match(mail[0]?.html ?? '', /Hello &amp; &lt;b&gt;/);
  await unsubscribeByToken(app, tokenIn(mail[0]?.unsubscribe ?? ''));
  await unsubscribeByToken(app, tokenIn(mail[0]?.unsubscribe ?? ''));
  const { items } = await listIssues(app, ada, await getNewsletter(app, ada, { id }));
  assert.deepEqual(
    items.map(({ numbers }) => numbers?.unsubscribed),
    [1, 0],
  );
  assert.equal((await listNewsletterSubscribers(app, ada, id)).total, 0);
});
