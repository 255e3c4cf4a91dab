import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { register } from './sign-up.ts';
import { findViewer } from '../account/viewer.ts';

const ada = {
  username: 'ada',
  email: 'ada@example.org',
  password: 'an engine of numbers',
  firstName: 'Ada',
  lastName: 'Lovelace',
};

test('makes only the first account an operator', async (app) => {
  const first = await register(app, ada);
  const second = await register(app, { ...ada, username: 'bob', email: 'bob@example.org' });
  assert.deepEqual((await findViewer(app, first))?.permissions, ['operate', 'moderate', 'glossary']);
  assert.deepEqual((await findViewer(app, second))?.permissions, []);
});

test('makes the first person beside the demo an operator, and never a person of the demo', async (app) => {
  const closed = { ...app, config: { ...app.config, REGISTRATION: 'closed' as const } };
  const sample = { ...ada, username: 'twain', email: 'twain@example.org', isSample: true };
  const before = await register(closed, sample);
  const first = await register(closed, ada);
  const after = await register(closed, { ...sample, username: 'austen', email: 'austen@example.org' });
  const roles = [before, first, after].map(async (id) => (await findViewer(app, id))?.role);
  assert.deepEqual(await Promise.all(roles), ['member', 'operator', 'member']);
});

testWithDatabase('makes only one of several concurrent first accounts an operator', async ({ app }) => {
  const ids = await Promise.all(
    ['a1a', 'b2b', 'c3c', 'd4d'].map((username) =>
      register(app, { ...ada, username, email: `${username}@example.org` }),
    ),
  );
  const viewers = await Promise.all(ids.map((id) => findViewer(app, id)));
  assert.equal(viewers.filter((viewer) => viewer?.role === 'operator').length, 1);
});

testWithDatabase(
  'gives a username to only one of two people who request it concurrently',
  async ({ app }) => {
    await addPerson(app, 'olga');
    const outcomes = await Promise.allSettled([
      register(app, ada),
      register(app, { ...ada, username: 'ADA', email: 'other@example.org' }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    assert.equal((refused.reason as { field: string }).field, 'username');
  },
);

const refusals: [string, Partial<typeof ada>, string][] = [
  ['a short user name', { username: 'ab' }, 'username'],
  ['a long user name', { username: 'a'.repeat(33) }, 'username'],
  ['a user name with a space', { username: 'ada l' }, 'username'],
  ['a user name that begins with a dot', { username: '.ada' }, 'username'],
  ['a reserved user name', { username: 'Admin' }, 'username'],
  ['an email without a host', { email: 'ada@' }, 'email'],
  ['an email that injects a header', { email: 'ada@example.org\nBcc: all@example.org' }, 'email'],
  ['a short password', { password: 'short' }, 'password'],
  ['a long password', { password: 'ab1!'.repeat(33) }, 'password'],
  ['a password of one character', { password: 'aaaaaaaaaaaa' }, 'password'],
  ['no first name', { firstName: ' ' }, 'first_name'],
  ['an invisible name', { lastName: '\u200b\u202e\u3164' }, 'last_name'],
];

for (const [title, change, field] of refusals)
  test(`registration rejects ${title}`, async (app) => {
    await assert.rejects(register(app, { ...ada, ...change }), { kind: 'invalid', field });
  });

test('rejects a taken email in any letter case', async (app) => {
  await register(app, ada);
  await assert.rejects(register(app, { ...ada, username: 'ada2', email: 'ADA@example.org' }), {
    kind: 'conflict',
    field: 'email',
  });
});

test('allows only the first account when registration is closed', async (app) => {
  const closed = { ...app, config: { ...app.config, REGISTRATION: 'closed' as const } };
  await register(closed, ada);
  await assert.rejects(register(closed, { ...ada, username: 'bob', email: 'bob@example.org' }), {
    kind: 'forbidden',
  });
});
