import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addModerator, caseOf, createWorld } from '../../../test/world.ts';
import type { Problem } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addAppeal } from '../appeals/appeals.ts';
import { listNotifications } from '../notifications/reading.ts';
import { inWords, notificationPath } from '../notifications/notification.ts';
import { publishPost } from '../posts/publishing.ts';
import { addReport } from '../reports/reports.ts';
import { assignCase, claimCase, unclaimCase } from './assigning.ts';
import { listAppeals, settleAppeal } from './appeals.ts';
import { listCases } from './reading.ts';
import { settleCase } from './settle-case.ts';

async function addCase(app: App, author: Viewer, reporter: Viewer, text = 'Buy this'): Promise<string> {
  const id = await publishPost(app, author, { text, privacy: 'public', photos: [] });
  await addReport(app, reporter, { subject: 'post', id, category: 'spam', reason: '' });
  return caseOf(app, 'post', id);
}

test('a case passes from moderator to moderator, who are notified, with what was said', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const mona = await addModerator(app, 'mona');
  const id = await addCase(app, ada, bob);
  const other = await addCase(app, ada, bob, 'Buy that');
  await assignCase(app, olga, id, { to: '@Mona', note: 'In Portuguese?', from: '' });
  await assert.rejects(assignCase(app, olga, id, { to: 'ada' }), { kind: 'invalid', field: 'to' });
  await assert.rejects(assignCase(app, olga, id, { to: 'mona', note: 'x'.repeat(501) }), { field: 'note' });
  const idsOf = async (who: Viewer, assigned?: 'mine' | 'nobody') =>
    (await listCases(app, who, { assigned })).items.map((each) => each.id);
  assert.deepEqual(await idsOf(mona, 'mine'), [id]);
  assert.deepEqual(await idsOf(olga, 'mine'), []);
  assert.deepEqual(await idsOf(olga, 'nobody'), [other]);
  assert.deepEqual(await idsOf(olga), [id, other]);

  const [notification] = (await listNotifications(app, mona)).items;
  assert.ok(notification);
  assert.equal(inWords(notification), 'Olga Test assigned cases to you');
  assert.equal(notificationPath(notification, mona), '/moderation?assigned=mine');

  await unclaimCase(app, olga, id);
  assert.deepEqual(await idsOf(mona, 'mine'), [id], 'only her own');
  await unclaimCase(app, mona, id);
  await claimCase(app, olga, id);
  const [one] = (await listCases(app, olga)).items;
  assert.deepEqual(
    one?.assignments.map(({ to, by, note }) => [to, by, note]),
    [
      ['olga', 'olga', ''],
      [null, 'mona', ''],
      ['mona', 'olga', 'In Portuguese?'],
    ],
  );
  const audit = await app.db
    .selectFrom('identity.audit')
    .select(['action', 'detail'])
    .where('action', 'like', 'case.%')
    .orderBy('id')
    .execute();
  assert.deepEqual(audit, [
    { action: 'case.assign', detail: '@mona: In Portuguese?' },
    { action: 'case.unassign', detail: '' },
    { action: 'case.assign', detail: '@olga' },
  ]);
  // For a while only the one who has it decides. It stays theirs.
  await assert.rejects(settleCase(app, mona, id, { decision: 'approve' }), { kind: 'conflict' });
  app.clock.turn(minutes(16));
  assert.deepEqual(await idsOf(olga, 'mine'), [id]);
  await settleCase(app, mona, id, { decision: 'approve' });
  await assert.rejects(claimCase(app, olga, id), { message: '@mona already decided this case' });
  await assert.rejects(claimCase(app, olga, '999'), { kind: 'missing' });
});

test('an appeal passes to another moderator', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const mona = await addModerator(app, 'mona');
  const id = await addCase(app, ada, bob);
  await settleCase(app, olga, id, { decision: 'hide' });
  await addAppeal(app, ada.id, id, 'A joke');
  await assignCase(app, olga, id, { to: 'mona', note: 'Mine was the decision' });
  const [appeal] = await listAppeals(app, { to: 'mine', moderator: mona });
  assert.equal(appeal?.assignee?.username, 'mona');
  assert.equal(appeal.assignments[0]?.note, 'Mine was the decision');
  assert.deepEqual(await listAppeals(app, { to: 'nobody', moderator: mona }), []);
  await settleAppeal(app, mona, appeal.id, { outcome: 'granted' });
  await assert.rejects(claimCase(app, mona, id), { kind: 'conflict' });
});

testWithDatabase(
  'of moderators who take a case at once one has it, and the others are told',
  async (open) => {
    const { app } = open;
    const { ada, bob, olga } = await createWorld(app);
    const others = await Promise.all(['mona', 'nora', 'pia'].map((name) => addModerator(app, name)));
    const id = await addCase(app, ada, bob);
    const take = async (from: string) => {
      const all = await Promise.allSettled(
        [olga, ...others].map(async (who) => (await claimCase(app, who, id, from), who)),
      );
      const won = all.filter((each) => each.status === 'fulfilled');
      const lost = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as Problem] : []));
      assert.equal(won.length, 1);
      assert.equal(lost.length, 3);
      const winner = won[0]?.value.username ?? '';
      for (const problem of lost) assert.equal(problem.message, `@${winner} is reviewing this case`);
      return winner;
    };
    const first = await take('');
    // Somebody takes it over from the one who has it: again, one of those who saw the same.
    const holder = [olga, ...others].find(({ username }) => username === first);
    const rest = [olga, ...others].filter((each) => each !== holder);
    const over = await Promise.allSettled(rest.map((who) => claimCase(app, who, id, holder?.id)));
    assert.equal(over.filter(({ status }) => status === 'fulfilled').length, 1);
  },
);

testPlaza('moderators assign cases by page and API, and nobody else does', async (world) => {
  const { app, ada, bob, olga, plaza } = world;
  const mona = await addModerator(app, 'mona');
  const id = await addCase(app, ada, bob);
  const path = '/apis/php/moderation';
  const doors = [
    ['GET', '/cases', undefined],
    ['GET', '/appeals', undefined],
    ['POST', '/claim', { case_id: id }],
    ['POST', '/assign', { case_id: id, to: 'mona' }],
    ['POST', '/unclaim', { case_id: id }],
    ['POST', '/decide', { case_ids: [id], decision: 'remove' }],
    ['POST', '/undo', { case_id: id }],
    ['POST', '/appeals', { appeal_id: '1', outcome: 'granted' }],
  ] as const;
  for (const [method, to, body] of doors) {
    assert.equal((await plaza.api(ada, method, `${path}${to}`, body)).status, 403, to);
    assert.equal((await plaza.api(undefined, method, `${path}${to}`, body)).status, 401, to);
  }
  assert.equal((await plaza.form(ada, '/moderation/assign', { case: id, to: 'ada' })).status, 403);

  const back = 'assigned=nobody';
  const given = { case: id, to: 'mona', note: 'You know him', back, from: '' };
  const sent = await plaza.form(olga, '/moderation/assign', given);
  assert.equal(sent.headers.location, '/moderation?assigned=nobody');
  const mine = await plaza.page(mona, '/moderation?assigned=mine');
  assert.match(mine.text, /Assigned to you/);
  assert.match(mine.text, /You know him/);
  assert.doesNotMatch((await plaza.page(olga, '/moderation?assigned=nobody')).text, /id="case-/);
  // The page was loaded before: somebody has it now.
  const late = await plaza.form(olga, '/moderation/claim', { case: id, back: '', from: '' });
  assert.equal(late.status, 409);
  assert.match(late.text, /@mona is reviewing this case/);
  assert.match(
    (await plaza.form(olga, '/moderation/assign', { ...given, to: 'ada', from: mona.id })).text,
    /no moderator with this name/,
  );
  assert.equal((await plaza.form(olga, '/moderation/claim', { case: id, from: mona.id })).status, 303);
  assert.match((await plaza.page(olga, '/moderation/log?action=case.assign')).text, /You know him/);

  const listed = await plaza.api(mona, 'GET', `${path}/cases?assigned=mine`);
  assert.deepEqual(listed.body.data, []);
  assert.equal((await plaza.api(mona, 'POST', `${path}/claim`, { case_id: id })).status, 409);
  assert.equal(
    (await plaza.api(mona, 'POST', `${path}/assign`, { case_id: id, to: 'mona', from: olga.id })).status,
    200,
  );
  const [one] = (await plaza.api(mona, 'GET', `${path}/cases?assigned=mine`)).body.data as [
    { assigned_to: { user_name: string }; assignments: unknown[] },
  ];
  assert.equal(one.assigned_to.user_name, 'mona');
  assert.equal(one.assignments.length, 3);
  const decided = await plaza.api(mona, 'POST', `${path}/decide`, { case_ids: [id], decision: 'remove' });
  assert.deepEqual(decided.body.data, { done: [id], left: [] });
  assert.equal(
    (await plaza.api(mona, 'POST', `${path}/decide`, { case_ids: [id], decision: 'hide' })).status,
    409,
  );
  assert.equal((await plaza.api(mona, 'POST', `${path}/undo`, { case_id: id })).status, 200);
});

testPlaza(
  'members keep their choice about cases, which they are not shown',
  async ({ app, ada, olga, plaza }) => {
    const page = '/settings/notifications';
    assert.match((await plaza.page(olga, page)).text, /Moderation cases assigned to you/);
    assert.doesNotMatch((await plaza.page(ada, page)).text, /Moderation cases assigned to you/);
    assert.match((await plaza.page(ada, page)).text, /type="hidden" name="case_assigned-page" value="on"/);
    assert.ok(app);
  },
);
