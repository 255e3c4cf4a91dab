import assert from 'node:assert/strict';
import { test as plain } from 'node:test';
import { testHop } from '../../../test/ask-hop.ts';
import { addLink } from '../shorten/add-links.ts';
import { parseEntries } from './entries.ts';
import type { ListEntry } from './rule.ts';

const read: [ListEntry['list'], string, string[]][] = [
  ['domain', 'evil.example', ['evil.example']],
  ['domain', 'Evil.Example.\nhttps://bad.example/path\n\n# a comment\n0.0.0.0 ads.example # why', ['evil.example', 'bad.example', 'ads.example']],
  ['domain', '*.wild.example, ||rule.example^; böse.example', ['wild.example', 'rule.example', 'xn--bse-sna.example']],
  ['domain', '8.8.8.8\n[2001:db8::1]', ['8.8.8.8', '2001:db8::1']],
  ['domain', 'a.example\na.example', ['a.example']],
  ['keyword', ' Free Money ', ['free money']],
  ['brand', 'MyShop', ['myshop']],
]; // prettier-ignore

for (const [list, text, expected] of read)
  plain(`parses ${JSON.stringify(text.slice(0, 40))} for the list “${list}”`, () =>
    assert.deepEqual(parseEntries(text, list), expected),
  );

for (const [list, text] of [
  ['domain', ''],
  ['domain', '# none'],
  ['domain', 'com'],
  ['domain', 'a b.example'],
  ['trusted', 'not a domain'],
  ['keyword', 'ab'],
  ['brand', 'my.shop'],
] as const)
  plain(`rejects “${text}” for the list “${list}”`, () =>
    assert.throws(() => parseEntries(text, list), { kind: 'invalid', field: 'values' }),
  );

testHop('a pasted list is added, searched and removed', async ({ app, bob, asAda, asBob }) => {
  const added = await asAda.form('/operator/lists', {
    list: 'domain',
    values: 'one.example\ntwo.example\n<script>.example',
  });
  assert.equal(added.status, 422);
  assert.match(added.text, /one\.example[^]*id="field-values-error"/);
  await asAda.form('/operator/lists', {
    list: 'domain',
    values: 'one.example\ntwo.example',
    reason: 'Fraud',
  });
  const { text } = await asAda.page('/operator/lists?list=domain&q=TWO');
  assert.match(text, /two\.example[^]*Fraud[^]*@ada/);
  assert.doesNotMatch(text, /<code>one\.example/);
  await assert.rejects(addLink(app, bob, { url: 'https://two.example/' }), /two\.example.*Fraud/);
  const id = /name="id" value="(\d+)"/.exec(text)?.[1] ?? '';
  await asAda.form('/operator/lists/remove', { id, list: 'domain' });
  await addLink(app, bob, { url: 'https://two.example/' });
  assert.equal((await asBob.form('/operator/lists', { list: 'domain', values: 'x.example' })).status, 403);
  assert.equal((await asAda.form('/operator/lists', { list: 'nothing', values: 'x.example' })).status, 422);
});

testHop('a rule applies the operator’s setting', async ({ app, bob, asAda }) => {
  const url = 'https://bit.ly/abc';
  assert.match((await asAda.page('/operator/rules')).text, /Other shorteners/);
  await asAda.form('/operator/rules', { rule: 'shortener', outcome: 'refuse' });
  await assert.rejects(addLink(app, bob, { url }), { field: 'url' });
  await asAda.form('/operator/rules', { rule: 'shortener', outcome: 'allow' });
  const { id } = await addLink(app, bob, { url });
  const row = await app.db.selectFrom('links.link').select('held_at').where('id', '=', id).executeTakeFirst();
  assert.equal(row?.held_at, null);
  for (const fields of [
    { rule: 'nothing', outcome: 'hold' },
    { rule: 'redirects', outcome: 'refuse' },
    { rule: 'odd-name', outcome: 'hold', threshold: '0' },
  ])
    assert.equal((await asAda.form('/operator/rules', fields)).status, 422, JSON.stringify(fields));
});
