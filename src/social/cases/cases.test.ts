import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { addModerator, caseOf, addPerson, createWorld } from '../../../test/world.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import { reinstateDue } from '../../identity/people/suspend-account.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addComment } from '../comments/comments.ts';
import { editPost } from '../posts/editing.ts';
import { listVersions } from '../posts/post-actions.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addReport } from '../reports/reports.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { addTextRule } from '../moderation/text-rules.ts';
import { claimCase, unclaimCase } from './assigning.ts';
import { settleCase, settleCases } from './settle-case.ts';
import { listCases } from './reading.ts';
import { undoSettlement } from './undo.ts';

const say = (app: App, author: Viewer, text: string) =>
  publishPost(app, author, { text, privacy: 'public', photos: [] });

const waiting = async (app: App, olga: Viewer, filter = {}) =>
  (await listCases(app, olga, filter)).items.map(({ kind, subjectId }) => `${kind} ${subjectId}`);

const holdCasinos = (app: App, olga: Viewer) =>
  addTextRule(app, olga, { kind: 'word', pattern: 'Casino', outcome: 'hold' });

test('approves, hides and removes held content, each only once', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  await holdCasinos(app, olga);
  const good = await say(app, ada, 'A casino of toys');
  const bad = await say(app, ada, 'A casino of money');
  const quiet = await say(app, ada, 'Nothing special');
  const comment = await addComment(app, bob, quiet, 'Casino?');
  assert.equal((await getPost(app, ada, quiet)).comments, 0);
  assert.deepEqual(await waiting(app, olga), [`post ${good}`, `post ${bad}`, `comment ${comment}`]);
  const [first, , third] = (await listCases(app, olga)).items;
  assert.equal(first?.detail, '“casino” is on the list of words');
  assert.deepEqual([first.trust, third?.above?.text], ['basic', 'Nothing special']);

  const ids = {
    good: await caseOf(app, 'post', good),
    bad: await caseOf(app, 'post', bad),
    comment: await caseOf(app, 'comment', comment),
  };
  await assert.rejects(settleCase(app, bob, ids.good, { decision: 'approve' }), { kind: 'forbidden' });
  await settleCase(app, olga, ids.good, { decision: 'approve' });
  await settleCase(app, olga, ids.bad, { decision: 'remove' });
  await settleCase(app, olga, ids.comment, { decision: 'approve' });
  assert.deepEqual(await waiting(app, olga), []);
  assert.equal((await getPost(app, bob, good)).heldAt, null);
  await assert.rejects(getPost(app, ada, bad), { kind: 'missing' });
  assert.equal((await getPost(app, ada, quiet)).comments, 1);
  assert.equal((await getPersonCounts(app, ada.id)).posts, 2);
  await assert.rejects(settleCase(app, olga, ids.good, { decision: 'remove' }), {
    kind: 'conflict',
    message: '@olga already decided this case',
  });

  // Hidden content returns to the queue when its author edits it.
  const shown = await say(app, bob, 'Rather rude');
  await addReport(app, ada, { subject: 'post', id: shown, category: 'harassment', reason: '' });
  await settleCase(app, olga, await caseOf(app, 'post', shown), { decision: 'hide' });
  await assert.rejects(getPost(app, ada, shown), { kind: 'missing' });
  assert.deepEqual(await waiting(app, olga), []);
  await editPost(app, bob, shown, { text: 'Quite polite', alts: new Map() });
  assert.deepEqual(await waiting(app, olga, { reason: 'changed' }), [`post ${shown}`]);
});

test('omits held text from the edit history after approval', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  await holdCasinos(app, olga);
  const id = await say(app, ada, 'Tea');
  const alts = new Map<string, string>();
  await editPost(app, ada, id, { text: 'Tea in a casino', alts });
  await editPost(app, ada, id, { text: 'Tea with milk', alts });
  await settleCase(app, olga, await caseOf(app, 'post', id), { decision: 'approve' });
  const { versions } = await listVersions(app, bob, id);
  assert.deepEqual(
    versions.map(({ text }) => text),
    ['Tea with milk', 'Tea'],
  );
});

test('two moderators cannot decide the same case', async (app) => {
  const { ada, olga } = await createWorld(app);
  await holdCasinos(app, olga);
  const mona = await addModerator(app, 'mona');
  const post = await say(app, ada, 'Casino');
  const id = await caseOf(app, 'post', post);
  await claimCase(app, mona, id);
  assert.equal((await listCases(app, olga)).items[0]?.assignee?.username, 'mona');
  const taken = { kind: 'conflict', message: '@mona is reviewing this case' };
  await assert.rejects(claimCase(app, olga, id), taken);
  await assert.rejects(settleCase(app, olga, id, { decision: 'approve' }), taken);
  await claimCase(app, olga, id, mona.id);
  await unclaimCase(app, olga, id);
  await claimCase(app, mona, id);
  app.clock.turn(minutes(16));
  await settleCase(app, olga, id, { decision: 'approve' });
  await assert.rejects(claimCase(app, mona, id), { message: '@olga already decided this case' });
});

test('decides several cases at once, and undoes them within the hour', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  await holdCasinos(app, olga);
  const mona = await addModerator(app, 'mona');
  const held = await say(app, ada, 'Casino');
  const reported = await say(app, ada, 'Buy this');
  await addReport(app, bob, { subject: 'post', id: reported, category: 'spam', reason: 'Look' });
  const gone = await say(app, ada, 'Casino again');
  const ids = await Promise.all([held, reported, gone].map((id) => caseOf(app, 'post', id)));
  await settleCase(app, mona, ids[2] ?? '', { decision: 'approve' });
  const { done, left } = await settleCases(app, olga, ids, { decision: 'remove' });
  assert.deepEqual(
    [done, left.map(({ message }) => message)],
    [ids.slice(0, 2), ['@mona already decided this case']],
  );
  assert.equal((await getPersonCounts(app, ada.id)).posts, 1);
  const lessons = () =>
    app.db.selectFrom('social.spam_lesson').select('is_spam').orderBy('case_id').execute();
  assert.deepEqual(await lessons(), [{ is_spam: true }, { is_spam: true }, { is_spam: false }]);

  for (const id of done) await undoSettlement(app, olga, id);
  assert.deepEqual(await waiting(app, olga), [`post ${held}`, `post ${reported}`]);
  assert.ok((await getPost(app, ada, held)).heldAt);
  assert.equal((await getPost(app, bob, reported)).heldAt, null);
  assert.equal((await getPersonCounts(app, ada.id)).posts, 2);
  assert.deepEqual(await lessons(), [{ is_spam: false }]);
  const counted = await app.db
    .selectFrom('social.spam_token')
    .where('token', '=', '')
    .select(['spam', 'ham'])
    .execute();
  assert.deepEqual(counted, [{ spam: 0, ham: 1 }]);
  await assert.rejects(undoSettlement(app, olga, ids[2] ?? ''), { kind: 'missing' });
  app.clock.turn(hours(2));
  await assert.rejects(undoSettlement(app, mona, ids[2] ?? ''), { kind: 'missing' });
});

testPlaza(
  'a suspension has a reason, expires, and hides the content that caused it',
  async ({ app, ada, bob, olga }) => {
    const post = await say(app, ada, 'Threats');
    await addReport(app, bob, { subject: 'post', id: post, category: 'violence', reason: '' });
    const id = await caseOf(app, 'post', post);
    await assert.rejects(settleCase(app, olga, id, { decision: 'suspend' }), {
      kind: 'invalid',
      field: 'message',
    });
    await settleCase(app, olga, id, { decision: 'suspend', message: 'Threats', days: 3 });
    assert.equal(await findViewer(app, ada.id), undefined);
    await assert.rejects(getPost(app, bob, post), { kind: 'missing' });
    app.clock.turn(days(2));
    await reinstateDue(app);
    assert.equal(await findViewer(app, ada.id), undefined);
    app.clock.turn(days(1));
    await reinstateDue(app);
    assert.equal((await findViewer(app, ada.id))?.username, 'ada');
  },
);

testPlaza('only moderators see the moderation pages, which work without scripts', async (world: World) => {
  const { app, ada, bob, olga, plaza } = world;
  await holdCasinos(app, olga);
  for (const path of ['', '/log', '/words', '/words.txt', '/numbers']) {
    assert.equal((await plaza.page(ada, `/moderation${path}`)).status, 403, path);
    assert.equal((await plaza.page(undefined, `/moderation${path}`)).status, 303, path);
    assert.equal((await plaza.page(olga, `/moderation${path}`)).status, 200, path);
  }
  const post = await say(app, ada, 'Casino');
  const other = await say(app, bob, 'Casino, casino');
  const id = await caseOf(app, 'post', post);
  assert.match(
    (await plaza.page(olga, '/moderation?show=held&kind=post')).text,
    new RegExp(`id="case-${id}"`),
  );
  assert.doesNotMatch((await plaza.page(olga, '/moderation?kind=comment')).text, /id="case-/);
  const warn = { case: id, decision: 'warn', message: '', back: '?show=held' };
  assert.equal((await plaza.form(ada, '/moderation/settle', warn)).status, 403);
  const refused = await plaza.form(olga, '/moderation/settle', warn);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Enter a reason. The person will see it/);
  const warned = await plaza.form(olga, '/moderation/settle', { ...warn, message: 'Kindly' });
  assert.equal(warned.headers.location, `/moderation?show=held&done=${id}`);
  assert.match((await plaza.page(olga, `/moderation?done=${id}`)).text, /Undo/);
  assert.match((await plaza.page(undefined, `/posts/${post}`)).text, /Casino/);
  assert.match((await plaza.page(olga, '/moderation/log?by=olga&action=content.warn')).text, /Kindly/);
  assert.equal((await plaza.form(olga, '/moderation/undo', { case: id })).status, 303);
  assert.equal((await plaza.page(undefined, `/posts/${post}`)).status, 404);
  assert.equal((await plaza.form(olga, '/moderation/settle', { decision: 'approve' })).status, 303);
  await plaza.form(olga, '/moderation/claim', { case: await caseOf(app, 'post', other) });
  assert.match((await plaza.page(olga, '/moderation')).text, /Assigned to you/);
  assert.equal(
    (
      await plaza.form(olga, '/moderation/settings', {
        firstPosts: '1',
        spamHold: '80',
        spamRefuse: '0',
        spamAfter: '2',
      })
    ).status,
    303,
  );
  const first = await say(app, await addPerson(app, 'dora'), 'Hello');
  assert.ok((await getPost(app, olga, first)).heldAt);
});
