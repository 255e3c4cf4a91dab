import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';

testHop('a pixel is added, changed and deleted by forms', async ({ asAda, asBob }) => {
  assert.match((await asAda.page('/dashboard/pixels')).text, /No pixels yet/);
  const added = await asAda.form('/dashboard/pixels', { type: 'fbpixel', name: 'Shop <1>', tag: '12345' });
  assert.deepEqual([added.status, added.location], [303, '/dashboard/pixels']);
  const { text } = await asAda.page('/dashboard/pixels');
  assert.match(text, /Shop &lt;1&gt;/);
  const address = /\/dashboard\/pixels\/\d+/.exec(text)?.[0] ?? '';
  assert.equal((await asBob.page(address)).status, 404);
  assert.match((await asAda.page(address)).text, /value="12345"/);
  const refused = await asAda.form(address, { name: 'Shop', tag: 'letters' });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /digits only/);
  assert.match(refused.text, /value="letters"/);
  assert.equal((await asAda.form(address, { name: 'Shop', tag: '678' })).status, 303);
  assert.match((await asAda.page('/dashboard/pixels')).text, /<code>678<\/code>/);
  assert.equal((await asBob.form(`${address}/delete`)).status, 404);
  assert.equal((await asAda.form(`${address}/delete`)).status, 303);
  assert.match((await asAda.page('/dashboard/pixels')).text, /No pixels yet/);
});

testHop('a form that is refused comes back as it was typed', async ({ asAda }) => {
  const answer = await asAda.form('/dashboard/pixels', { type: 'quorapixel', name: 'Q', tag: 'short' });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /32 characters/);
  assert.match(answer.text, /value="quorapixel" selected/);
  assert.equal((await asAda.form('/dashboard/pixels', { type: '', name: '', tag: '' })).status, 422);
});
