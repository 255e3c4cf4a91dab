import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';
import { queuedJobs } from '../../../test/jobs.ts';
import { fakeDns } from '../../../test/peers/pretend-dns.ts';
import { addLink } from '../shorten/add-links.ts';
import { proofRecord } from './records.ts';

const here = '203.0.114.7';

testHop(
  'a domain is added once its records are set, and lists missing ones until then',
  async ({ app, ada, asAda, asBob }) => {
    const addresses: Record<string, string[]> = { 'hop.test': [here] };
    fakeDns(app, { addresses, texts: {} });
    const empty = await asAda.page('/dashboard/domains');
    assert.match(empty.text, /No domains yet/);
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
    assert.equal((await asAda.form(address, { redirectroot: 'example.com' })).status, 303);
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

testHop('a domain without links is deleted on its page and restored unchanged', async (world) => {
  const { app, asAda, asBob } = world;
  fakeDns(app, { addresses: { 'hop.test': [here], 'brand.to': [here] }, texts: {} });
  const fields = { domain: 'brand.to', redirectroot: 'https://example.com/home' };
  const { location } = await asAda.form('/dashboard/domains', fields);
  const address = String(location);
  const { location: after } = await asAda.form(`${address}/delete`);
  assert.equal(after, `/dashboard/domains?deleted=${address.split('/').at(-1) ?? ''}`);
  assert.match((await asAda.page(after)).text, /Domain deleted[^]*Undo[^]*No domains yet/);
  assert.equal((await asBob.form(`${address}/restore`)).status, 404);
  await asAda.form(`${address}/restore`);
  assert.match((await asAda.page(address)).text, /Points here[^]*value="https:\/\/example\.com\/home"/);
  await asAda.form(`${address}/delete`);
  assert.equal((await asBob.form('/dashboard/domains', fields)).status, 303);
  await asAda.form(`${address}/restore`);
  assert.equal((await asAda.page(address)).status, 404);
});

testHop(
  'a domain moves to the account that its DNS names, and the previous owner keeps the links',
  async (world) => {
    const { app, ada, bob, asAda, asBob } = world;
    const dns = {
      addresses: { 'hop.test': [here], 'brand.to': [here] },
      texts: {} as Record<string, string[]>,
    };
    fakeDns(app, dns);
    const { location } = await asAda.form('/dashboard/domains', { domain: 'brand.to' });
    const link = await addLink(app, ada, { url: 'https://example.com', domain: 'brand.to', alias: 'adas' });
    const claim = () => asBob.form('/dashboard/domains', { domain: 'brand.to' });
    assert.match((await claim()).text, /already in use[^]*TXT/);
    const record = proofRecord(app.config, ada, 'brand.to');
    const proofOfBob = proofRecord(app.config, bob, 'brand.to').value;
    dns.texts[record.name] = [record.value, proofOfBob];
    assert.equal((await claim()).status, 409);
    dns.texts[record.name] = [proofOfBob];
    assert.equal((await claim()).status, 303);
    const former = await asAda.page(String(location));
    assert.match(former.text, /brand\.to\.taken-over-\d+\.invalid[^]*Does not point here/);
    assert.equal((await asAda.page(`/dashboard/links/${link.id}`)).status, 200);
    const letter = (await queuedJobs(app)).find(({ name }) => name === 'system.deliver-mail');
    assert.match(
      JSON.stringify(letter?.payload),
      /ada@example\.org.*brand\.to was transferred to another owner/,
    );
    await addLink(app, bob, { url: 'https://example.com/bob', domain: 'brand.to', alias: 'adas' });
  },
);
