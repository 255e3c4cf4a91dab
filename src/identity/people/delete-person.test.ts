import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, device, password, getPerson } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import { listAuditEntriesOf } from '../operators/audit.ts';
import { cancelAccountDeletion, requestAccountDeletion } from '../account-deletion/account-deletion.ts';
import { deleteDueAccounts } from '../account-deletion/erasing.ts';
import { startSession, findSession } from '../sessions/sessions.ts';
import { changeRole, deletePerson, restorePerson } from './operator-actions.ts';
import { personSubject } from './people.ts';

const erasers = { plaza: () => Promise.resolve(), links: () => Promise.resolve() };
const given = { reason: 'Spam', username: 'ada' };

testPlaza(
  'lets an operator delete an account with a reason, and restore it',
  async ({ app, olga, ada, bob, plaza }) => {
    const token = await startSession(app, ada.id, {
      createdVia: 'page',
      userAgent: 'Test',
      address: '127.0.0.1',
    });
    const act = (name: string, fields = {}) => plaza.form(olga, `/operator/people/${ada.id}/${name}`, fields);
    assert.match((await act('delete', { username: 'ada' })).text, /Enter a reason/);
    assert.match((await act('delete', { reason: 'Spam', username: 'bob' })).text, /Enter ada to confirm/);
    assert.equal((await plaza.page(bob, '/@ada')).status, 200);
    assert.equal((await act('delete', given)).status, 303);

    assert.equal((await plaza.page(bob, '/@ada')).status, 404);
    assert.equal(await findSession(app, token), undefined);
    const listed = await plaza.page(olga, '/operator/people?state=deletion-pending');
    assert.match(listed.text, /@ada/);
    assert.match(listed.text, /Deletion pending/);
    assert.doesNotMatch(listed.text, /@bob/);
    assert.match((await plaza.page(olga, `/operator/people/${ada.id}`)).text, /Deletion pending/);
    const [entry] = await listAuditEntriesOf(app, personSubject(ada.id));
    assert.deepEqual(
      [entry?.action, entry?.detail, entry?.username],
      ['person.schedule_deletion', 'Spam', 'olga'],
    );

    // The owner sees an operator's decision but cannot cancel it.
    assert.match((await plaza.page(ada, '/settings/account-deletion')).text, /An operator scheduled.*Spam/s);
    assert.equal((await plaza.form(ada, '/settings/account-deletion/cancel')).status, 403);
    await assert.rejects(cancelAccountDeletion(app, ada.id, 'account'), { kind: 'forbidden' });

    assert.equal((await act('restore')).status, 303);
    assert.equal((await plaza.page(bob, '/@ada')).status, 200);
    assert.equal((await listAuditEntriesOf(app, personSubject(ada.id)))[0]?.action, 'person.cancel_deletion');
    assert.equal((await act('restore')).status, 404);
  },
);

testPlaza(
  'erases an account deleted by an operator when it is due, not before',
  async ({ app, olga, ada }) => {
    await deletePerson(app, olga, ada.id, given);
    await deleteDueAccounts(app, erasers);
    assert.equal((await getPerson(app, ada.id)).username, 'ada');
    app.clock.turn(days(app.config.ACCOUNT_DELETION_DAYS) + 1);
    await deleteDueAccounts(app, erasers);
    await assert.rejects(restorePerson(app, olga, ada.id), { kind: 'missing' });
    const { username } = await app.db
      .selectFrom('identity.account')
      .select('username')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
    assert.equal(username, `deleted-${ada.id}`);
  },
);

testPlaza(
  'rejects deleting operators, and deletion by anyone but operators',
  async ({ app, olga, ada, bob, plaza }) => {
    await changeRole(app, olga, ada.id, 'operator');
    await assert.rejects(deletePerson(app, olga, ada.id, given), { kind: 'forbidden' });
    await assert.rejects(deletePerson(app, olga, olga.id, { reason: 'x', username: 'olga' }), {
      kind: 'forbidden',
    });
    const mallory = await addPerson(app, 'mallory');
    await changeRole(app, olga, mallory.id, 'moderator');
    for (const viewer of [bob, await getPerson(app, mallory.id)])
      assert.equal((await plaza.form(viewer, `/operator/people/${ada.id}/delete`, given)).status, 403);
  },
);

testPlaza(
  'does not count an operator scheduled for deletion as a remaining one',
  async ({ app, olga, ada }) => {
    await changeRole(app, olga, ada.id, 'operator');
    await requestAccountDeletion(app, ada.id, 'account', { password, device });
    await assert.rejects(changeRole(app, olga, olga.id, 'member'), { kind: 'conflict' });
    await assert.rejects(requestAccountDeletion(app, olga.id, 'account', { password, device }), {
      kind: 'conflict',
    });
  },
);

testPlaza(
  'gives an operator’s decision precedence over the owner’s, with the same date',
  async ({ app, olga, ada }) => {
    const { dueAt } = await requestAccountDeletion(app, ada.id, 'account', { password, device });
    app.clock.turn(days(1));
    await deletePerson(app, olga, ada.id, given);
    await assert.rejects(cancelAccountDeletion(app, ada.id, 'account'), { kind: 'forbidden' });
    const { due_at } = await app.db
      .selectFrom('identity.deletion_request')
      .select('due_at')
      .where('account_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(due_at, dueAt);
  },
);
