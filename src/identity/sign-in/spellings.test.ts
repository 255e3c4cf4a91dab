import assert from 'node:assert/strict';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../../test/app.ts';
import { device } from '../../../test/world.ts';
import type { App } from '../../platform/app.ts';
import { foldEmailsJob } from '../account/email.ts';
import { listPeople } from '../people/people.ts';
import { findByEmail } from '../credentials/reset.ts';
import { register } from '../sign-up/sign-up.ts';
import { findHolder } from '../credentials/credentials.ts';
import { signIn } from './sign-in.ts';

const password = 'a long and quiet sentence';
const add = (app: App, username: string, email: string, secret = password) =>
  register(app, { username, email, password: secret, firstName: 'New', lastName: 'Comer' });
const enter = (app: App, usernameOrEmail: string, secret = password) =>
  signIn(app, { usernameOrEmail, password: secret }, device);

const addresses: [stored: string, spellings: string[]][] = [
  ['Ada@bücher.example', ['ada@xn--bcher-kva.example', 'ADA@BÜCHER.EXAMPLE', 'ada@bu\u0308cher.example']],
  ['ada@xn--bcher-kva.example', ['ada@bücher.example']],
  ['josé@example.org', ['jose\u0301@example.org', 'JOSÉ@example.org']],
  ['\u212Aim@example.org', ['kim@example.org', 'KIM@EXAMPLE.ORG', '\u212Aim@example.org']],
  ['kim@example.org', ['\u212Aim@example.org', 'ｋｉｍ@example.org']],
  ['İda@example.org', ['İda@example.org', 'i\u0307da@example.org']],
  ['Иван@пример.рф', ['иван@xn--e1afmkfd.xn--p1ai']],
];

for (const [stored, spellings] of addresses)
  test(`an account with ${stored} is found, and not created again, by every spelling`, async (app) => {
    const id = await add(app, 'ada', stored);
    const other = await add(app, 'other', 'other@example.org');
    for (const spelling of [stored, ...spellings]) {
      await enter(app, spelling);
      assert.equal((await findByEmail(app, spelling))?.id, id, spelling);
      const [found] = await listPeople(app, { q: spelling });
      assert.equal(found?.id, id, spelling);
      await assert.rejects(add(app, 'ben', spelling), { kind: 'conflict', field: 'email' }, spelling);
      assert.equal((await findHolder(app, spelling, other))?.language, '', spelling);
    }
  });

test('an address with İ does not take the one with i', async (app) => {
  const [one, two] = [await add(app, 'ada', 'İda@example.org'), await add(app, 'ben', 'ida@example.org')];
  assert.equal((await findByEmail(app, 'ida@example.org'))?.id, two);
  assert.equal((await findByEmail(app, 'İDA@example.org'))?.id, one);
});

test('rejects an address whose domain has no form in ASCII', async (app) => {
  for (const email of ['ada@xn--a\u00e4.example', 'ada@ex%61mple.org', 'ada@example.org/x', 'ada@exa:1.org'])
    await assert.rejects(add(app, 'ada', email), { kind: 'invalid', field: 'email' }, email);
});

testWithDatabase(
  'folds the addresses of before, and leaves the later of two that are one',
  async ({ app }) => {
    const ids = [];
    for (const name of ['ada', 'ben', 'carol']) ids.push(await add(app, name, `${name}@example.org`));
    const stored = ['josé@example.org', 'jose\u0301@example.org', 'eve@xn--bcher-kva.example'];
    for (const [n, email] of stored.entries())
      await sql`update identity.account set email = ${email}, email_folded = null where id = ${ids[n]}`.execute(
        app.db,
      );
    for (const email of stored) await enter(app, email);
    await foldEmailsJob.work(app, {});
    const { rows } = await sql<{ email_folded: string | null }>`
    select email_folded from identity.account order by id`.execute(app.db);
    assert.deepEqual(
      rows.map((row) => row.email_folded),
      ['josé@example.org', null, null],
    );
    assert.equal((await findByEmail(app, 'JOSÉ@example.org'))?.id, ids[0]);
    assert.equal((await findByEmail(app, stored[1] ?? ''))?.id, ids[1]);
    assert.equal((await findByEmail(app, 'eve@bücher.example'))?.id, ids[2]);
  },
);

testWithDatabase(
  'counts wrong passwords for one address, however it is written',
  async ({ app }) => {
    await add(app, 'ada', 'josé@example.org');
    const spellings = ['josé@example.org', 'JOSE\u0301@example.org', 'jose\u0301@EXAMPLE.org'];
    const kinds = [];
    for (let n = 0; n < 11; n += 1)
      kinds.push(
        await enter(app, spellings[n % 3] ?? '', 'wrong').catch(
          (error: unknown) => (error as { kind: string }).kind,
        ),
      );
    assert.equal(kinds.at(-2), 'unauthenticated');
    assert.equal(kinds.at(-1), 'throttled');
  },
  { RATE_LIMITS: 'true' },
);

const secrets: [chosen: string, typed: string[]][] = [
  ['пароль с ёжиком й', ['пароль с ёжиком й'.normalize('NFD')]],
  ['mật khẩu của tôi'.normalize('NFD'), ['mật khẩu của tôi']],
  ['비밀번호 아홉 글자', ['비밀번호 아홉 글자'.normalize('NFD')]],
  ['パスワード１２３', ['パスワード123', 'ﾊﾟｽﾜｰﾄﾞ123']],
  ['ﬁnally a secret', ['finally a secret']],
];

for (const [chosen, typed] of secrets)
  test(`the password ${chosen} is one in every Unicode form`, async (app) => {
    await add(app, 'ada', 'ada@example.org', chosen);
    for (const each of [chosen, ...typed]) await enter(app, 'ada', each);
    await assert.rejects(enter(app, 'ada', `${chosen}.`), { kind: 'unauthenticated' });
  });

test('a password that was hashed as typed still works, and then in every form', async (app) => {
  const decomposed = 'mật khẩu của tôi'.normalize('NFD');
  const id = await add(app, 'ada', 'ada@example.org');
  const password_hash = await hash(decomposed);
  await app.db.updateTable('identity.account').set({ password_hash }).where('id', '=', id).execute();
  await assert.rejects(enter(app, 'ada', decomposed.normalize('NFC')), { kind: 'unauthenticated' });
  await enter(app, 'ada', decomposed);
  await enter(app, 'ada', decomposed.normalize('NFC'));
  await enter(app, 'ada', decomposed);
});

const lengths: [password: string, isTaken: boolean][] = [
  ['aäöü'.repeat(32), true],
  ['aäöü'.repeat(32).normalize('NFD'), true],
  [`${'aäöü'.repeat(32)}x`, false],
  ['각낙닥락'.repeat(32).normalize('NFD'), true],
  [`\ufdfa\ufdfb${'\ufdfa'.repeat(5)}abc`, true],
  [`\ufdfa\ufdfb${'\ufdfa'.repeat(10)}abc`, false],
  ['\ufdfa'.repeat(128), false],
  [`e${'\u0301'.repeat(600)}`, false],
];

for (const [n, [secret, isTaken]] of lengths.entries())
  test(`measures password ${n} in the form in which it is hashed`, async (app) => {
    const added = add(app, 'ada', 'ada@example.org', secret);
    if (!isTaken) return assert.rejects(added, { kind: 'invalid', field: 'password' });
    await added;
    await enter(app, 'ada', secret);
  });
