import assert from 'node:assert/strict';
import { testPlaza, type Plaza } from '../../../test/ask-plaza.ts';
import { addPerson, getPerson } from '../../../test/world.ts';
import { test } from '../../../test/app.ts';
import { days } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment } from '../comments/comments.ts';
import { getComments } from '../comments/reading.ts';
import { listCases } from '../cases/reading.ts';
import { settleCase } from '../cases/settle-case.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords } from '../notifications/notification.ts';
import { connect } from '../relationships/connect.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { addReport } from './reports.ts';

const report = '/apis/php/data/report';

const say = (app: App, author: Viewer, text: string, privacy: 'public' | 'friends' = 'public') =>
  publishPost(app, author, { text, privacy, photos: [] });

const notified = async (app: App, viewer: Viewer) =>
  (await listNotifications(app, viewer)).items.map(inWords);

async function createModerator(app: App, username: string): Promise<Viewer> {
  const { id } = await addPerson(app, username);
  await app.db.updateTable('identity.account').set({ role: 'moderator' }).where('id', '=', id).execute();
  return getPerson(app, id);
}

testPlaza('only visible content can be reported', async ({ app, ada, bob, carol, olga, plaza }) => {
  const post = await say(app, ada, 'Buy this');
  const hidden = await say(app, ada, 'Among friends', 'friends');
  const comment = await addComment(app, ada, post, 'And that');
  const blocked = await say(app, carol, 'Not for Bob');
  await connect(app, carol, 'block', bob.id);
  const rows: [Parameters<Plaza['api']>[3], number, RegExp][] = [
    [{ id: post, handle: 'post', category: 'spam', reason: 'Again and again' }, 200, /moderator will review/],
    [{ id: post, handle: 'post', category: 'other', reason: '' }, 200, /already/],
    [{ id: Number(comment), handle: 'comment', category: 2 }, 200, /moderator will review/],
    [{ id: ada.id, handle: 'user', category: '1', reason: null }, 200, /moderator will review/],
    [{ id: hidden, handle: 'post', category: 'spam' }, 404, /Post not found/],
    [{ id: blocked, handle: 'post', category: 'spam' }, 404, /Post not found/],
    [{ id: carol.id, handle: 'user', category: 'spam' }, 404, /Person not found/],
    [{ id: '999999', handle: 'comment', category: 'spam' }, 404, /Comment not found/],
    [{ id: bob.id, handle: 'user', category: 'spam' }, 400, /cannot do this to yourself/],
    [
      { id: post, handle: 'group', category: 'spam' },
      400,
      /handle must be one of user, post, comment, page, blog/,
    ],
    [{ id: post, handle: 'constructor', category: 'spam' }, 400, /handle must be one of/],
    [{ id: post, handle: 'post', category: 'boring' }, 400, /category must be one of spam \(1\)/],
    [{ id: post, handle: 'post', category: 99 }, 400, /category must be one of/],
    [{ id: olga.id, handle: 'user', category: 'spam', reason: 'x'.repeat(2001) }, 400, /at most 2,000/],
    [{ id: 'post', handle: 'post', category: 'spam' }, 400, /id/],
    [{ handle: 'post', category: 'spam' }, 400, /id/],
  ];
  for (const [body, status, message] of rows) {
    const answer = await plaza.api(bob, 'POST', report, body);
    assert.equal(answer.status, status, `${JSON.stringify(body)}: ${answer.body.message}`);
    assert.match(answer.body.message, message);
  }
  assert.equal((await plaza.api(undefined, 'POST', report, rows[0]?.[0])).status, 401);
  const { data } = (await plaza.api(bob, 'GET', '/apis/php/data/report_categories')).body;
  assert.deepEqual(
    (data as { name: string }[]).map(({ name }) => name),
    ['spam', 'harassment', 'inappropriate', 'violence', 'copyright', 'misinformation', 'other'],
  );

  // Also through the page, without scripts.
  const form = await plaza.page(carol, `/report?handle=post&id=${post}`);
  assert.match(form.text, /Buy this/);
  const sent = await plaza.form(carol, '/report', {
    handle: 'post',
    id: post,
    category: 'spam',
    reason: '',
  });
  assert.equal(sent.status, 303);
  assert.equal((await plaza.page(bob, `/report?handle=post&id=${blocked}`)).status, 404);
  assert.equal((await plaza.page(undefined, `/report?handle=post&id=${post}`)).status, 303);
  assert.equal((await plaza.page(carol, '/moderation')).status, 403);
  const queue = await plaza.page(olga, '/moderation');
  assert.match(queue.text, /2 reports/);
  assert.match(queue.text, /Again and again/);
});

test('counts the same report once and limits reports to twenty a day', async (app) => {
  app = { ...app, config: { ...app.config, RATE_LIMITS: true } };
  const author = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const ids = await app.db
    .insertInto('social.post')
    .values(
      Array.from({ length: 22 }, (_, i) => ({
        author_id: author.id,
        text: `${i}`,
        privacy: 'public',
        created_at: app.clock.now(),
      })),
    )
    .returning('id')
    .execute();
  const create = (index: number) =>
    addReport(app, bob, { subject: 'post', id: ids[index]?.id ?? '', category: 'spam', reason: '' });
  for (let i = 0; i < 20; i += 1) assert.equal(await create(i), true);
  assert.equal(await create(0), false);
  await assert.rejects(create(20), { kind: 'throttled', retryAfter: 86_400 });
  app.clock.turn(days(1));
  assert.equal(await create(20), true);
});

testPlaza(
  'moderators decide, and the people concerned are notified',
  async ({ app, ada, bob, carol, olga, plaza }) => {
    const mona = await createModerator(app, 'mona');
    const post = await say(app, ada, 'Buy this', 'friends');
    await connect(app, bob, 'friend-add', ada.id);
    await connect(app, ada, 'friend-accept', bob.id);
    const other = await say(app, carol, 'Tea?');
    const comment = await addComment(app, ada, other, 'Nonsense');
    const second = await addComment(app, ada, other, 'More nonsense');
    const give = (viewer: Viewer, subject: 'person' | 'post' | 'comment', id: string) =>
      addReport(app, viewer, { subject, id, category: 'harassment', reason: 'Look' });
    await give(bob, 'post', post);
    await give(bob, 'comment', comment);
    await give(carol, 'comment', comment);
    await give(carol, 'comment', second);
    await give(bob, 'person', carol.id);
    await give(bob, 'person', mona.id);
    assert.deepEqual(
      (await listCases(app, mona)).items.map(({ subject, subjectId, reports }) => [
        subject,
        subjectId,
        reports,
      ]),
      [
        ['post', post, 1],
        ['comment', comment, 2],
        ['comment', second, 1],
        ['person', carol.id, 1],
        ['person', mona.id, 1],
      ],
    );
    const cases = new Map(
      (await listCases(app, mona)).items.map(({ id, subject, subjectId }) => [`${subject} ${subjectId}`, id]),
    );
    // Reported content for friends is visible to moderators while the case is open.
    assert.equal((await getPost(app, mona, post)).text, 'Buy this');
    assert.match((await plaza.page(mona, '/')).text, /href="\/moderation"/);
    assert.doesNotMatch((await plaza.page(bob, '/')).text, /href="\/moderation"/);

    const settle = (who: Viewer, subject: 'person' | 'post' | 'comment', id: string, decision: string) =>
      plaza.form(who, '/moderation/settle', {
        case: cases.get(`${subject} ${id}`) ?? '',
        decision,
        message: decision === 'warn' ? 'Be kind' : '',
      });
    assert.equal((await settle(bob, 'post', post, 'approve')).status, 403);
    assert.equal((await settle(mona, 'person', mona.id, 'approve')).status, 403);
    assert.equal((await settle(mona, 'person', carol.id, 'remove')).status, 422);
    assert.equal((await settle(mona, 'post', post, 'burn')).status, 422);
    for (const [subject, id, decision] of [
      ['post', post, 'remove'],
      ['comment', comment, 'hide'],
      ['comment', second, 'warn'],
      ['person', carol.id, 'approve'],
    ] as const)
      assert.equal((await settle(mona, subject, id, decision)).status, 303);
    assert.equal((await settle(mona, 'post', post, 'approve')).status, 409);

    await assert.rejects(getPost(app, ada, post), { kind: 'missing' });
    await assert.rejects(getPost(app, mona, post), { kind: 'missing' });
    assert.equal((await getPersonCounts(app, ada.id)).posts, 0);
    assert.equal((await getPost(app, bob, other)).comments, 1);
    assert.deepEqual(
      (await getComments(app, bob, other)).comments.map(({ text }) => text),
      ['More nonsense'],
    );
    assert.deepEqual((await notified(app, ada)).filter((words) => !words.includes('Test')).sort(), [
      'You received a warning about your comment',
      'Your comment was hidden by a moderator until you edit it',
      'Your post was removed by a moderator',
    ]);
    assert.deepEqual((await notified(app, bob)).filter((words) => !words.includes('Test')).sort(), [
      'Your report was reviewed and action was taken',
      'Your report was reviewed and action was taken',
      'Your report was reviewed; no action was taken',
    ]);
    const notes = await app.db
      .selectFrom('identity.audit')
      .select(['action', 'subject', 'account_id'])
      .orderBy('id')
      .execute();
    assert.deepEqual(notes.slice(-4)[0], {
      action: 'content.remove',
      subject: `post ${post}`,
      account_id: mona.id,
    });

    const suspend = { decision: 'suspend', message: 'Unfair' } as const;
    await settleCase(app, olga, cases.get(`person ${mona.id}`) ?? '', suspend);
    assert.equal((await plaza.page(mona, '/moderation')).status, 303);
    assert.deepEqual((await listCases(app, olga)).items, []);
  },
);
