import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';

const path = '/operator/plans';

testHop('the operator defines plans and sees the accounts on each', async ({ asAda, asBob }) => {
  const created = await asAda.form(path, { name: 'team', calls: '600', links: '100', domains: '', qr: '0' });
  assert.equal(created.location, path);
  assert.match((await asAda.page(path)).text, /team[^]*600[^]*100 Links[^]*0 QR codes/);
  assert.match((await asAda.page(`${path}?plan=team`)).text, /value="600"/);
  await asAda.form(`${path}/assign`, { username: 'bob', plan: 'team', until: '' });
  const { data } = (await asBob.api('GET', '/api/account')).body as { data: { status: string } };
  assert.equal(data.status, 'team');
  await asAda.form(`${path}/delete`, { name: 'team' });
  assert.match((await asAda.page(path)).text, />team</);
  await asAda.form(`${path}/assign`, { username: 'bob', plan: 'free', until: '2026-03-31' });
  await asAda.form(`${path}/delete`, { name: 'team' });
  assert.doesNotMatch((await asAda.page(path)).text, />team</);
});

testHop('invalid values are rejected at their field', async ({ asAda }) => {
  for (const [to, fields, field] of [
    [path, { name: 'Two words' }, 'name'],
    [path, { name: 'team', links: '-1' }, 'links'],
    [path, { name: 'team', calls: '0' }, 'calls'],
    [`${path}/assign`, { username: 'nobody', plan: 'free' }, 'username'],
    [`${path}/assign`, { username: 'bob', plan: 'free', until: 'soon' }, 'until'],
  ] as const) {
    const { status, text } = await asAda.form(to, fields);
    assert.equal(status, 422, JSON.stringify(fields));
    assert.match(text, new RegExp(`field-${field}-error`));
  }
});

testHop('only the operator can manage plans', async ({ asBob }) => {
  assert.equal((await asBob.page(path)).status, 403);
  assert.equal((await asBob.form(path, { name: 'team' })).status, 403);
  assert.equal((await asBob.form(`${path}/assign`, { username: 'bob', plan: 'pro' })).status, 403);
});
