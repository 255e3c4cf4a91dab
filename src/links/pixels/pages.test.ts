import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { addLink } from '../../../test/links.ts';
import { getLinks } from '../redirect/get-links.ts';
import { ownedPixels } from './pixels.ts';
import { deleteOwned, restoreOwned } from '../owned/owned.ts';

testHop('a pixel is added, updated and deleted with forms', async ({ asAda, asBob }) => {
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
  const deleted = await asAda.form(`${address}/delete`);
  const after = (await asAda.page(String(deleted.location))).text;
  assert.match(after, /Pixel deleted[^]*Undo[^]*No pixels yet/);
  assert.equal((await asBob.form(`${address}/restore`)).status, 404);
  assert.equal((await asAda.form(`${address}/restore`)).status, 303);
  assert.match((await asAda.page('/dashboard/pixels')).text, /<code>678<\/code>/);
});

testHop('a rejected form keeps the entered values', async ({ asAda }) => {
  const answer = await asAda.form('/dashboard/pixels', { type: 'quorapixel', name: 'Q', tag: 'short' });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /32 hexadecimal digits/);
  assert.match(answer.text, /value="quorapixel" selected/);
  assert.equal((await asAda.form('/dashboard/pixels', { type: '', name: '', tag: '' })).status, 422);
});

testHop(
  'a restored pixel fires on its links again, and the list shows its number of links',
  async ({ app, ada, asAda }) => {
    const link = await addLink(app, 'spring');
    const { id } = await ownedPixels.add(app, ada, { provider: 'fbpixel', name: 'Shop', tag: '123' });
    await app.db.insertInto('links.link_pixel').values({ link_id: link.id, pixel_id: id }).execute();
    const fired = async () =>
      (await getLinks(app, [{ host: '', alias: 'spring' }]))[0]?.special?.pixels ?? [];
    assert.match((await asAda.page('/dashboard/pixels')).text, /data-label="Links">1</);
    assert.deepEqual(await fired(), [{ type: 'fbpixel', tag: '123' }]);
    await deleteOwned(app, ada, ownedPixels, id);
    assert.deepEqual(await fired(), []);
    await restoreOwned(app, ada, ownedPixels, id);
    assert.deepEqual(await fired(), [{ type: 'fbpixel', tag: '123' }]);
  },
);

testHop('a deleted pixel cannot be restored if another one has its tag', async ({ app, ada, asAda }) => {
  const pixel = { provider: 'fbpixel', name: 'Shop', tag: '123' };
  const { id } = await ownedPixels.add(app, ada, pixel);
  await deleteOwned(app, ada, ownedPixels, id);
  await ownedPixels.add(app, ada, pixel);
  const { status, text } = await asAda.form(`/dashboard/pixels/${id}/restore`);
  assert.equal(status, 409);
  assert.match(text, /now uses this tag/);
});

testHop('an owner chooses how visitors are asked for consent', async ({ asAda, asBob }) => {
  const path = '/dashboard/pixels/consent';
  assert.match((await asAda.page(path)).text, /value="ask"\s[^>]*checked|checked[^>]*value="ask"/);
  const saved = await asAda.form(path, { mode: 'notice', privacy: 'https://example.org/privacy' });
  assert.deepEqual([saved.status, saved.location], [303, '/dashboard/pixels']);
  assert.match((await asAda.page(path)).text, /value="https:\/\/example\.org\/privacy"/);
  assert.match((await asAda.page('/dashboard/pixels')).text, /can opt out/);
  assert.match((await asBob.page('/dashboard/pixels')).text, /who allow it/);
  for (const [fields, message] of [
    [{ mode: 'never' }, /Choose one/],
    [{ mode: 'ask', privacy: 'javascript:alert(1)' }, /http/],
  ] as const) {
    const { status, text } = await asAda.form(path, fields);
    assert.equal(status, 422);
    assert.match(text, message);
  }
});
