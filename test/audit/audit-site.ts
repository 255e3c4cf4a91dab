import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CategoryId, AuditReport, Status } from '../../src/paid/audit/audit.ts';
import { runAudit } from '../../src/paid/audit/run-audit.ts';
import { openOutbound } from '../../src/platform/outbound.ts';
import { silentLog, testConfig } from '../app.ts';
import { freePorts } from '../free-ports.ts';
import { createCertificate, trustTestAuthority } from './certificates.ts';
import { goodSite, serveSite, type Site } from './site.ts';

const config = testConfig();
export const auditor = {
  config,
  outbound: openOutbound(config),
  clock: { now: () => new Date() },
  log: silentLog,
};

type Change = (site: Site, base: string) => unknown;

/** Audits a site after applying a change to it. */
export async function auditSite(change: Change = () => undefined): Promise<AuditReport> {
  const [port = 0] = await freePorts(1);
  const base = `https://localhost:${port}`;
  const site = await goodSite(base);
  await change(site, base);
  const front = await serveSite(site, port);
  try {
    return await runAudit(auditor, 'test', new URL(base));
  } finally {
    front.close();
  }
}

export const statusOf = ({ checks }: AuditReport, id: string): Status | undefined =>
  checks.find((check) => check.id === id)?.status;

/** A fault, and the results that are no longer `pass`. */
export type Fault = readonly [what: string, change: Change, expected: Readonly<Record<string, Status>>];

/** Applies one fault after the other. Finally, every check of the category must have failed or warned. */
export function testFaults(
  category: CategoryId,
  faults: readonly Fault[],
  notBroken: readonly string[] = [],
): void {
  const broken = new Set<string>();
  before(trustTestAuthority);
  for (const [what, change, expected] of faults)
    test(`${what}: ${Object.entries(expected)
      .map(([id, status]) => `${id} ${status}`)
      .join(', ')}`, async () => {
      const report = await auditSite(change);
      for (const { id, status } of report.checks) if (status === 'fail' || status === 'warn') broken.add(id);
      const found = Object.fromEntries(Object.keys(expected).map((id) => [id, statusOf(report, id)]));
      assert.deepEqual(found, expected);
    });
  test(`every check of ${category} fails or warns for some fault`, async () => {
    const { checks } = await auditSite();
    const never = checks
      .filter(
        (check) => check.category === category && !broken.has(check.id) && !notBroken.includes(check.id),
      )
      .map(({ id }) => id);
    assert.deepEqual(never, []);
  });
}

export const rsa = (modulusLength: number): RsaHashedKeyGenParams => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength,
});

export const certified = async (site: Site, wanted: Parameters<typeof createCertificate>[0]) =>
  Object.assign(site.tls, await createCertificate(wanted));

/** Removes elements of the head. */
export const without = (part: string) => (site: Site) => {
  site.head = site.head.filter((element) => !element.includes(part));
};

/** Sets or removes a header of the page. */
export const header = (name: string, value?: string) => (site: Site) => {
  const others = Object.entries(site.headers).filter(([each]) => each !== name);
  site.headers = Object.fromEntries([...others, ...(value === undefined ? [] : [[name, value] as const])]);
};

export const robots = (text: string) => (site: Site) => {
  const file = site.files['/robots.txt'];
  if (file) file.body = text;
};
