import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { password, getPerson } from '../../../test/world.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { listAudit } from '../operators/audit.ts';
import { signIn } from '../sign-in/sign-in.ts';

const device = { createdVia: 'page', userAgent: 'Test', address: '127.0.0.1' } as const;

testPlaza('finds people by name, address or id, and by state', async ({ app, olga, ada, plaza }) => {
  const found = async (query: string) =>
    [...(await plaza.page(olga, `/operator/people?${query}`)).text.matchAll(/class="handle">@(\w+)/g)].map(
      ([, name]) => name,
    );
  assert.deepEqual(await found(''), ['carol', 'bob', 'ada', 'olga']);
  assert.deepEqual(await found('q=car'), ['carol']);
  assert.deepEqual(await found('q=ADA@example.org'), ['ada']);
  assert.deepEqual(await found(`q=${ada.id}`), ['ada']);
  assert.deepEqual(await found('q=%25'), []);
  assert.deepEqual(await found(`before=${ada.id}`), ['olga']);
  assert.deepEqual(await found('state=staff'), ['olga']);
  assert.deepEqual(await found('state=suspended'), []);
  await app.db.updateTable('identity.account').set({ activated_at: null }).where('id', '=', ada.id).execute();
  assert.deepEqual(await found('state=unactivated'), ['ada']);
  assert.equal((await plaza.page(ada, '/operator/people')).status, 403);
  assert.equal((await plaza.page(olga, '/operator/people/999999')).status, 404);
});

testPlaza(
  'signs out a suspended person immediately and shows the reason',
  async ({ app, olga, ada, plaza }) => {
    const at = `/operator/people/${ada.id}`;
    await plaza.page(ada, '/');
    assert.equal((await plaza.form(olga, `${at}/suspend`, { reason: ' ' })).status, 422);
    assert.equal((await plaza.form(olga, `${at}/suspend`, { reason: 'Sells spam' })).status, 303);
    assert.match(String((await plaza.page(ada, '/settings')).headers.location), /^\/signin/);
    await assert.rejects(signIn(app, { usernameOrEmail: 'ada', password }, device), /suspended: Sells spam/);
    assert.match((await plaza.page(olga, at)).text, /Reinstate/);
    assert.equal((await plaza.form(olga, `${at}/release`)).status, 303);
    await signIn(app, { usernameOrEmail: 'ada', password }, device);
    assert.equal(
      (await plaza.form(olga, `/operator/people/${olga.id}/suspend`, { reason: 'x' })).status,
      403,
    );
  },
);

testPlaza('records verification, confirmation, sign-out and role changes in the audit log', async (world) => {
  const { app, olga, ada, bob, plaza } = world;
  const at = `/operator/people/${ada.id}`;
  const press = async (act: string, fields = {}) => (await plaza.form(olga, `${at}/${act}`, fields)).status;
  await app.db.updateTable('identity.account').set({ activated_at: null }).where('id', '=', ada.id).execute();
  await plaza.page(ada, '/');
  for (const act of ['verify', 'confirm-email', 'reset-factor', 'sign-out'])
    assert.equal(await press(act), 303, act);
  assert.match(String((await plaza.page(ada, '/settings')).headers.location), /^\/signin/);
  assert.match((await plaza.page(bob, '/@ada')).text, /aria-label="Verified"/);
  const { body } = await plaza.api(bob, 'GET', '/apis/php/data/load?get=new_people');
  const people = body.data as { user_name: string; user_verified: boolean }[];
  assert.deepEqual(
    people.map(({ user_name, user_verified }) => `${user_name} ${user_verified}`),
    ['carol false', 'ada true', 'olga false'],
  );
  assert.equal((await getPerson(app, ada.id)).isActivated, true);
  assert.equal(await press('role', { role: 'moderator' }), 303);
  assert.equal(await press('role', { role: 'emperor' }), 422);
  assert.equal((await getPerson(app, ada.id)).role, 'moderator');
  assert.equal(await press('unverify'), 303);

  const notified = (await listAudit(app, {})).map(
    ({ action, detail, subject }) => `${action} ${detail} ${subject}`,
  );
  assert.deepEqual(notified.slice(0, 2), [
    `person.unverify  person ${ada.id}`,
    `person.update_role role: member → moderator person ${ada.id}`,
  ]);
  const trail = (await plaza.page(olga, '/operator/audit?by=olga&action=person.update_role')).text;
  assert.match(trail, /moderator/);
  assert.ok(!trail.includes('<th class="main-cell" scope="row">Verified a person'));
  assert.match((await plaza.page(olga, '/operator/audit?by=bob')).text, /No matching entries/);
  assert.match((await plaza.page(olga, at)).text, /Signed a person out/);
});

testPlaza('rejects demoting the last operator', async ({ app, olga, ada, plaza }) => {
  const give = async (id: string, role: string) =>
    (await plaza.form(olga, `/operator/people/${id}/role`, { role })).status;
  assert.equal(await give(olga.id, 'member'), 409);
  assert.equal((await getPerson(app, olga.id)).role, 'operator');
  assert.equal(await give(ada.id, 'operator'), 303);
  assert.equal(await give(olga.id, 'member'), 303);
  assert.equal((await plaza.page(olga, '/operator/people')).status, 403);
});

testPlaza(
  'resets two-factor authentication, ends passkeys and sessions, and notifies the person',
  async (world) => {
    const { app, olga, ada, plaza } = world;
    await app.db
      .insertInto('identity.passkey')
      .values({
        account_id: ada.id,
        credential_id: 'lost',
        host: 'plaza.test',
        name: 'Lost phone',
        public_key: Buffer.of(1),
        created_at: app.clock.now(),
      })
      .execute();
    await plaza.page(ada, '/');
    assert.equal((await plaza.form(olga, `/operator/people/${ada.id}/reset-factor`)).status, 303);
    assert.match(String((await plaza.page(ada, '/settings')).headers.location), /^\/signin/);
    const left = await app.db
      .selectFrom('identity.passkey')
      .select('id')
      .where('account_id', '=', ada.id)
      .execute();
    assert.deepEqual(left, []);
    const { rows } = await sql<{ payload: { subject?: string } }>`
    select payload from graphile_worker._private_jobs where payload::text like '%Two-factor authentication was reset%'`.execute(
      app.db,
    );
    assert.equal(rows.length, 1);
  },
);

testPlaza('records previous and new settings in the audit log', async ({ app, olga, plaza }) => {
  const before = await getSiteSettings(app);
  const { name, description, registration, languages } = before;
  const fields = {
    name,
    description,
    registration,
    languages: languages.join(', '),
    minimumAge: '16',
    genders: 'on',
  };
  const { status, text } = await plaza.form(olga, '/operator/settings', fields);
  assert.equal(status, 303, text);
  const [entry] = await listAudit(app, {});
  assert.equal(entry?.detail, `minimumAge: ${before.minimumAge} → 16`);
});
