import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { pretendDns } from '../../../test/pretend-dns.ts';
import { addLink } from '../links/add-link.ts';

const here = '203.0.114.7';

testHop(
  'a domain is added once its records are set, and says what is missing until then',
  async ({ app, ada, asAda, asBob }) => {
    const addresses: Record<string, string[]> = { 'hop.test': [here] };
    pretendDns(app, { addresses, texts: {} });
    const empty = await asAda.page('/dashboard/domains');
    assert.match(empty.text, /No domain yet/);
    assert.match(empty.text, new RegExp(`<code>${here}</code>`));

    const refused = await asAda.form('/dashboard/domains', {
      domain: 'brand.to',
      redirectroot: '',
      redirect404: '',
    });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Point brand\.to here/);
    assert.match(refused.text, /<code>_hop\.brand\.to<\/code>/);
    assert.match(refused.text, /Check again/);
    assert.match(refused.text, /value="brand\.to"/);

    addresses['brand.to'] = [here];
    const added = await asAda.form('/dashboard/domains', {
      domain: 'brand.to',
      redirectroot: '',
      redirect404: '',
    });
    assert.equal(added.status, 303);
    const address = String(added.location);
    assert.match((await asAda.page(address)).text, /Points here/);
    assert.equal((await asBob.page(address)).status, 404);

    assert.equal((await asAda.form(address, { redirectroot: 'nonsense' })).status, 422);
    assert.equal((await asAda.form(address, { redirectroot: 'https://example.com' })).status, 303);
    assert.match((await asAda.page('/dashboard/domains')).text, /https:\/\/example\.com/);

    addresses['brand.to'] = ['8.8.8.8'];
    app.clock.turn(1000);
    assert.equal((await asAda.form(`${address}/check`)).location, address);
    assert.match((await asAda.page(address)).text, /brand\.to does not point here/);

    await addLink(app, ada, { url: 'https://example.com', domain: 'brand.to' });
    assert.equal((await asAda.form(`${address}/delete`)).location, address);
    assert.equal((await asAda.page(address)).status, 200);
    assert.equal((await asBob.form(`${address}/delete`)).status, 404);
  },
);

testHop('a domain without links is deleted by its page', async ({ app, asAda }) => {
  pretendDns(app, { addresses: { 'hop.test': [here], 'brand.to': [here] }, texts: {} });
  const { location } = await asAda.form('/dashboard/domains', { domain: 'brand.to' });
  assert.equal((await asAda.form(`${location}/delete`)).location, '/dashboard/domains');
  assert.match((await asAda.page('/dashboard/domains')).text, /No domain yet/);
});
