import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { emailColumns } from '../../kernel/comparable.ts';
import { inviteMember } from './invitations.ts';
import { listTeam } from './members.ts';

test('an invitation replaces an earlier one of the same address, however it is written', async (app) => {
  const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
  for (const email of [
    'eve@bücher.example',
    'EVE@xn--bcher-kva.example',
    'josé@example.org',
    'jose\u0301@example.org',
  ])
    await inviteMember(app, ada, { email, role: 'editor' });
  const { invitations } = await listTeam(app, ada);
  assert.deepEqual(
    invitations.map(({ email }) => email),
    ['eve@bücher.example', 'josé@example.org'],
  );
  const columns = emailColumns('bob@straße.example');
  await app.db.updateTable('identity.account').set(columns).where('id', '=', bob.id).execute();
  await inviteMember(app, ada, { email: 'bob@XN--strae-oqa.example', role: 'editor' });
  await app.db
    .insertInto('identity.team_member')
    .values({ owner_id: ada.id, member_id: bob.id, role: 'editor', joined_at: app.clock.now() })
    .execute();
  await assert.rejects(inviteMember(app, ada, { email: 'bob@Straße.example', role: 'editor' }), {
    kind: 'conflict',
    field: 'email',
  });
  await assert.rejects(inviteMember(app, bob, { email: 'BOB@straße.example', role: 'editor' }), {
    kind: 'invalid',
    field: 'email',
  });
});
