import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { auditor, auditSite, certified, header, robots, statusOf } from '../../../test/audit/audit-site.ts';
import { trustTestAuthority } from '../../../test/audit/certificates.ts';
import { openOutbound } from '../../platform/outbound.ts';
import { runAudit } from './run-audit.ts';

before(trustTestAuthority);

test('a site without a fault passes every check, with 100 and A+', async () => {
  const { checks, categories, score, grade, capped, requests } = await auditSite();
  const short = checks
    .filter(({ status }) => status !== 'pass')
    .map(({ id, status, evidence }) => `${id}: ${status} ${evidence}`);
  // CAA results depend on the local resolver.
  assert.deepEqual(
    short.filter((line) => !line.startsWith('caa:')),
    [],
  );
  assert.deepEqual([score, grade, capped], [100, 'A+', '']);
  assert.deepEqual(
    categories.map(({ score }) => score),
    [100, 100, 100, 100, 100],
  );
  assert.ok(requests <= 45, `${requests} requests`);
});

test('a site without valid HTTPS or that blocks indexing scores at most 49', async () => {
  const unsafe = await auditSite((site) => certified(site, { isSelfSigned: true }));
  assert.equal(unsafe.score, 49);
  assert.match(unsafe.capped, /Without valid HTTPS/);
  const hidden = await auditSite(header('x-robots-tag', 'noindex'));
  assert.equal(hidden.categories.find(({ id }) => id === 'seo')?.score, 49);
});

test('checks that do not apply to a site do not count', async () => {
  const report = await auditSite((site) => {
    for (const path of Object.keys(site.files))
      if (/well-known|openapi|auth\.md/.test(path)) site.files[path] = undefined;
  });
  const acts = ['api-catalog', 'openapi', 'protected-resource', 'authorization-server', 'auth-md'];
  const offers = ['agent-card', 'mcp-card', 'agent-skills', 'x402'];
  assert.deepEqual(
    [...acts, ...offers].map((id) => statusOf(report, id)),
    Array(9).fill('na'),
  );
  assert.equal(report.categories.find(({ id }) => id === 'agents')?.score, 100);
});

test('a site can opt out by name, and private addresses are rejected', async () => {
  await assert.rejects(auditSite(robots('User-agent: PlazaAudit\nDisallow: /')), /refuses PlazaAudit/);
  const guarded = openOutbound({ ...auditor.config, OUTBOUND_ALLOW: '' });
  for (const url of ['http://127.0.0.1/', 'http://169.254.169.254/', 'https://[::1]/', 'http://10.0.0.1:22/'])
    await assert.rejects(
      runAudit({ ...auditor, outbound: guarded }, 'test', new URL(url)),
      { code: 'address_refused' },
      url,
    );
  await assert.rejects(guarded.handshake('https://127.0.0.1/'), { code: 'address_refused' });
});

test('a page with endless nesting and repetition is parsed within limits', async () => {
  const deep = '<h1><a href="/">'.repeat(60_000);
  const report = await auditSite((site) => void (site.body = deep));
  assert.equal(statusOf(report, 'title'), 'pass');
});
