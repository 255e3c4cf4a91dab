import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, getPerson } from '../../../test/world.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { settleCase } from '../cases/settle-case.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords } from '../notifications/notification.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addReport } from '../reports/reports.ts';
import { addAppeal } from './appeals.ts';
import { listAppeals, settleAppeal } from '../cases/appeals.ts';
import { appealToken } from '../cases/effects.ts';

/** Creates a post, reports it, and has `by` decide about it. Returns the case. */
async function decide(
  app: App,
  given: { author: Viewer; reporter: Viewer; by: Viewer; decision: 'remove' | 'suspend'; text: string },
): Promise<{ post: string; id: string }> {
  const { author, reporter, by, decision, text } = given;
  const post = await publishPost(app, author, { text, privacy: 'public', photos: [] });
  await addReport(app, reporter, { subject: 'post', id: post, category: 'spam', reason: '' });
  const { id } = await app.db
    .selectFrom('social.moderation_case')
    .where('subject_id', '=', post)
    .select('id')
    .executeTakeFirstOrThrow();
  await settleCase(app, by, id, { decision, message: 'Advertising' });
  return { post, id };
}

testPlaza('restores removed content when another moderator grants the appeal', async (world) => {
  const { app, ada, bob, olga, plaza } = world;
  const { id: monaId } = await addPerson(app, 'mona');
  await app.db.updateTable('identity.account').set({ role: 'moderator' }).where('id', '=', monaId).execute();
  const mona = await getPerson(app, monaId);
  const { post, id } = await decide(app, {
    author: ada,
    reporter: bob,
    by: mona,
    decision: 'remove',
    text: 'My tea',
  });
  assert.match((await plaza.page(ada, '/appeals')).text, /Your post was removed[\s\S]*Advertising/);
  assert.equal((await plaza.page(bob, `/appeals/${id}`)).status, 404);
  assert.equal((await plaza.form(bob, `/appeals/${id}`, { text: 'Mine?' })).status, 404);
  assert.equal((await plaza.form(ada, `/appeals/${id}`, { text: ' ' })).status, 422);
  assert.equal((await plaza.form(ada, `/appeals/${id}`, { text: 'It is only tea' })).status, 303);
  const again = await plaza.api(ada, 'POST', '/apis/php/appeals', { decision_id: id, text: 'Please' });
  assert.deepEqual([again.status, again.body.message], [409, 'You already appealed this decision']);
  const { data } = (await plaza.api(ada, 'GET', '/apis/php/appeals')).body;
  assert.deepEqual(
    (data as { decision: string; appeal: string }[]).map(({ decision, appeal }) => [decision, appeal]),
    [['remove', 'waiting']],
  );

  const [appeal] = await listAppeals(app);
  assert.deepEqual([appeal?.original, appeal?.text], ['My tea', 'It is only tea']);
  assert.match((await plaza.page(olga, '/moderation')).text, /It is only tea/);
  const grant = { outcome: 'granted', answer: 'Sorry' };
  assert.equal((await plaza.form(mona, `/moderation/appeals/${appeal?.id}`, grant)).status, 403);
  assert.equal((await plaza.form(olga, `/moderation/appeals/${appeal?.id}`, grant)).status, 303);
  assert.equal((await plaza.form(olga, `/moderation/appeals/${appeal?.id}`, grant)).status, 409);
  assert.equal((await getPost(app, bob, post)).text, 'My tea');
  const notified = (await listNotifications(app, ada)).items.map(inWords);
  assert.ok(notified.includes('Your appeal was granted: your post was restored'), notified.join('; '));
  // The model learned it as ham.
  const counts = await app.db
    .selectFrom('social.spam_token')
    .where('token', '=', '')
    .select(['spam', 'ham'])
    .execute();
  assert.deepEqual(counts, [{ spam: 0, ham: 1 }]);
});

testPlaza(
  'a suspended person can appeal through the link in the email',
  async ({ app, ada, bob, olga, plaza }) => {
    const { id } = await decide(app, {
      author: ada,
      reporter: bob,
      by: olga,
      decision: 'suspend',
      text: 'Pills',
    });
    const address = `/appeals/${id}?token=${appealToken(app, id)}`;
    assert.equal((await plaza.page(undefined, `/appeals/${id}`)).status, 303);
    assert.equal((await plaza.page(undefined, `/appeals/${id}?token=wrong`)).status, 404);
    assert.match((await plaza.page(undefined, address)).text, /Your account was suspended/);
    assert.equal((await plaza.form(undefined, address, { text: 'It was a joke' })).status, 303);
    await assert.rejects(addAppeal(app, ada.id, id, 'Confirm new password'), { kind: 'conflict' });
    const [appeal] = await listAppeals(app);
    // The site has no other moderator, so the same one reviews the appeal.
    await settleAppeal(app, olga, appeal?.id ?? '', { outcome: 'granted' });
    assert.equal((await findViewer(app, ada.id))?.username, 'ada');
    assert.match((await plaza.page(undefined, address)).text, /Appeal granted/);
  },
);
