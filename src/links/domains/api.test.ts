import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';
import { fakeDns, type PretendDns } from '../../../test/peers/pretend-dns.ts';
import { days, hours } from '../../kernel/time.ts';
import { proofRecord, recheckDomain, recheckDomains } from './records.ts';

const here = '203.0.114.7';
const dnsWithUs = (): PretendDns => ({
  addresses: {
    'hop.test': [here],
    'brand.to': [here],
    'other.to': ['8.8.8.8'],
    'mixed.to': [here, '8.8.8.8'],
  },
  texts: {},
});

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/domain/add', body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.deepEqual(answer.body, { error: 0, id: answer.body.id });
  return answer.body.id as number;
}

const listed = async (hop: Hop) =>
  ((await hop.api('GET', '/api/domains')).body as { data: { domains: object[] } }).data.domains;

testHop('a domain that points here is added, listed, updated and deleted', async ({ app, asAda }) => {
  fakeDns(app, dnsWithUs());
  const id = await add(asAda, { domain: 'brand.to', redirectroot: 'https://example.com', redirect404: '' });
  assert.deepEqual(await listed(asAda), [
    { id, domain: 'https://brand.to', redirectroot: 'https://example.com', redirect404: '' },
  ]);
  const change = await asAda.api('PUT', `/api/domain/${id}/update`, {
    redirect404: 'https://example.com/404',
  });
  assert.deepEqual([change.status, typeof change.body.message], [200, 'string']);
  await asAda.api('PUT', `/api/domain/${id}/update`, { redirectroot: null });
  assert.deepEqual(await listed(asAda), [
    { id, domain: 'https://brand.to', redirectroot: '', redirect404: 'https://example.com/404' },
  ]);
  assert.equal((await asAda.api('DELETE', `/api/domain/${id}/delete`)).status, 200);
  assert.equal((await asAda.api('DELETE', `/api/domain/${id}/delete`)).status, 404);
  assert.deepEqual(await listed(asAda), []);
});

testHop('rejects a domain that does not point here and names the missing record', async ({ app, asAda }) => {
  const dns = dnsWithUs();
  fakeDns(app, dns);
  const rows: [string, RegExp][] = [
    ['other.to', /points to 8\.8\.8\.8\. .*: CNAME other\.to hop\.test; A other\.to 203\.0\.114\.7; TXT /],
    ['mixed.to', /points to 203\.0\.114\.7, 8\.8\.8\.8/],
    ['nowhere.to', /no public IP address.*TXT _hop\.nowhere\.to hop-verify=[0-9a-f]{32}$/],
    ['brand', /not a domain name/],
    ['hop.test', /belongs to this service/],
  ];
  for (const [domain, message] of rows) {
    const { status, body } = await asAda.api('POST', '/api/domain/add', { domain });
    assert.deepEqual([status, body.error], [400, 1], domain);
    assert.match(String(body.message), message);
  }
  dns.isAway = true;
  assert.equal((await asAda.api('POST', '/api/domain/add', { domain: 'brand.to' })).status, 503);
  assert.deepEqual(await listed(asAda), []);
});

testHop('a TXT record proves a domain for its own account only', async ({ app, ada, asAda, asBob }) => {
  const dns = dnsWithUs();
  fakeDns(app, dns);
  const { name, value } = proofRecord(app.config, ada, 'other.to');
  dns.texts[name] = ['something else', value];
  assert.equal((await asBob.api('POST', '/api/domain/add', { domain: 'other.to' })).status, 400);
  await add(asAda, { domain: 'http://other.to' });
  assert.equal((await asBob.api('POST', '/api/domain/add', { domain: 'other.to' })).status, 409);
});

testHop('returns 404 for domains of other accounts', async ({ app, asAda, asBob, asNobody }) => {
  fakeDns(app, dnsWithUs());
  const id = await add(asAda, { domain: 'brand.to' });
  assert.equal((await asBob.api('PUT', `/api/domain/${id}/update`, {})).status, 404);
  assert.equal((await asBob.api('DELETE', `/api/domain/${id}/delete`)).status, 404);
  assert.deepEqual(await listed(asBob), []);
  assert.equal((await asNobody.api('GET', '/api/domains')).status, 401);
});

testHop('a domain that no longer points here is rechecked and recovers', async ({ app, ada, asAda }) => {
  const dns = dnsWithUs();
  fakeDns(app, dns);
  const id = String(await add(asAda, { domain: 'brand.to' }));
  const state = () =>
    app.db.selectFrom('links.domain').select(['verified_at', 'checked_at']).executeTakeFirstOrThrow();
  const added = app.clock.now();
  app.clock.turn(hours(1));
  await recheckDomains(app);
  assert.deepEqual(await state(), { verified_at: added, checked_at: added });
  app.clock.turn(days(1));
  const nextDay = app.clock.now();
  dns.isAway = true;
  await recheckDomains(app);
  assert.deepEqual(await state(), { verified_at: added, checked_at: added });
  dns.isAway = false;
  dns.addresses['brand.to'] = ['8.8.8.8'];
  await recheckDomains(app);
  assert.deepEqual(await state(), { verified_at: added, checked_at: nextDay });
  await assert.rejects(recheckDomain(app, ada, id), /does not point here/);
  dns.addresses['brand.to'] = [here];
  await recheckDomains(app);
  assert.deepEqual(await state(), { verified_at: nextDay, checked_at: nextDay });
});

testHop('tells a proxy which names may get a certificate', async ({ app, asAda, asNobody }) => {
  fakeDns(app, dnsWithUs());
  await add(asAda, { domain: 'brand.to' });
  const ask = async (domain: string) => (await asNobody.page(`/domains/ask?domain=${domain}`)).status;
  assert.deepEqual([await ask('brand.to'), await ask('hop.test'), await ask('plaza.test')], [200, 200, 200]);
  assert.deepEqual([await ask('other.to'), await ask('a.brand.to'), await ask('')], [404, 404, 400]);
  app.clock.turn(days(8));
  assert.equal(await ask('brand.to'), 404);
});

testHop('the DNS records and the state of a domain are returned', async ({ app, asAda, asBob }) => {
  fakeDns(app, dnsWithUs());
  const needed = await asAda.api('GET', '/api/domains/dns?domain=links.example.com');
  const { byname, byaddress, byproof } = needed.body.records as Record<string, object[]>;
  assert.deepEqual(byname, [{ type: 'CNAME', name: 'links.example.com', value: 'hop.test' }]);
  assert.deepEqual(byaddress, [{ type: 'A', name: 'links.example.com', value: here }]);
  assert.equal(byproof?.length, 1);
  assert.equal((await asAda.api('GET', '/api/domains/dns?domain=nonsense')).status, 400);
  const id = await add(asAda, { domain: 'brand.to' });
  const { body } = await asAda.api('GET', `/api/domain/${id}/dns`);
  assert.equal(body.state, 'active');
  assert.equal((await asAda.api('POST', `/api/domain/${id}/check`)).status, 200);
  fakeDns(app, { addresses: { 'hop.test': [here] }, texts: {} });
  app.clock.turn(hours(1));
  assert.equal((await asAda.api('POST', `/api/domain/${id}/check`)).status, 400);
  assert.equal((await asAda.api('GET', `/api/domain/${id}/dns`)).body.state, 'misconfigured');
  assert.equal((await asBob.api('GET', `/api/domain/${id}/dns`)).status, 404);
});
