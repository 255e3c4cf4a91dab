import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Type } from 'typebox';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { hours, minutes } from '../../kernel/time.ts';
import { type App, verb, perAccount, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type Domain, getDomain, isMisconfigured, selectDomains } from './domain.ts';

/** A DNS record as entered at the domain registrar. */
export interface DnsRecord {
  type: 'CNAME' | 'A' | 'AAAA' | 'TXT';
  name: string;
  value: string;
}

type Dns = Pick<App, 'config' | 'outbound'>;

/** Hosts and addresses that a domain may point to. */
const targetsOf = ({ HOP_DOMAIN_TARGETS, hopUrl }: Pick<Config, 'HOP_DOMAIN_TARGETS' | 'hopUrl'>) => {
  const named = HOP_DOMAIN_TARGETS.split(',').map((target) => target.trim().toLowerCase());
  const targets = named.filter(Boolean);
  return targets.length > 0 ? targets : [new URL(hopUrl).hostname];
};

/** Returns the current IP addresses of the targets. Targets that cannot be resolved are omitted. */
async function targetAddresses({ config, outbound }: Dns): Promise<string[]> {
  const found = await Promise.all(
    targetsOf(config).map(async (target) => {
      if (isIP(target)) return [target];
      const addresses = await outbound.lookup(target).catch((error: unknown) => {
        if (error instanceof Problem) return [];
        throw error;
      });
      return addresses.map(({ address }) => address);
    }),
  );
  return [...new Set(found.flat())];
}

/**
 * Returns the TXT record that proves ownership of a domain, for domains behind a proxy. It is derived with
 * the secret key, so nothing needs to be stored before a domain is added.
 */
export function proofRecord(
  { secretKey }: Pick<Config, 'secretKey'>,
  { id }: Pick<Viewer, 'id'>,
  host: string,
): DnsRecord {
  const proof = createHmac('sha256', secretKey).update(`domain ${id} ${host}`).digest('hex').slice(0, 32);
  return { type: 'TXT', name: `_hop.${host}`, value: `hop-verify=${proof}` };
}

/**
 * Returns the records that make a domain point here: by name, by address or by proof. One kind is sufficient.
 */
export async function neededRecords(app: Dns, viewer: Pick<Viewer, 'id'>, host: string) {
  const names = targetsOf(app.config).filter((target) => !isIP(target));
  const byName = names.slice(0, 1).map((value): DnsRecord => ({ type: 'CNAME', name: host, value }));
  const byAddress = (await targetAddresses(app)).map((value): DnsRecord => ({
    type: isIP(value) === 6 ? 'AAAA' : 'A',
    name: host,
    value,
  }));
  return { byName, byAddress, byProof: [proofRecord(app.config, viewer, host)] };
}

/**
 * Checks that a domain points here: all of its addresses are ours (CNAMEs included), or its TXT record proves
 * ownership. Otherwise throws a `Problem` at `domain` that names the missing record. Throws one of kind
 * unavailable if DNS does not respond.
 */
export async function checkRecords(
  app: Pick<App, 'config' | 'outbound'>,
  viewer: Pick<Viewer, 'id'>,
  host: string,
): Promise<void> {
  const [ours, found, proven] = await Promise.all([
    targetAddresses(app),
    lookupRecords(app, host),
    isProven(app, viewer, host),
  ]);
  if (proven) return;
  const { addresses, problem } = found;
  if (addresses.length > 0 && addresses.every((address) => ours.includes(address))) return;
  if (problem?.kind === 'unavailable') throw problem;
  const { byName, byAddress, byProof } = await neededRecords(app, viewer, host);
  const state =
    addresses.length > 0
      ? msg('it points to {addresses}', { addresses: addresses.join(', ') })
      : msg('it has no public IP address');
  const missing = [...byName, ...byAddress, ...byProof].map(
    ({ type, name, value }) => `${type} ${name} ${value}`,
  );
  throw invalid(
    'domain',
    msg('{host} does not point here yet: {state}. Add one of these DNS records: {missing}', {
      host,
      state,
      missing: missing.join('; '),
    }),
  );
}

async function lookupRecords({ outbound }: Pick<App, 'outbound'>, host: string) {
  try {
    return { addresses: (await outbound.lookup(host)).map(({ address }) => address) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { addresses: [], problem: error };
  }
}

/** Whether a TXT record proves that the domain belongs to the viewer. */
export async function isProven(
  { config, outbound }: Pick<App, 'config' | 'outbound'>,
  viewer: Pick<Viewer, 'id'>,
  host: string,
): Promise<boolean> {
  const { name, value } = proofRecord(config, viewer, host);
  const texts = await outbound.texts(name).catch((error: unknown) => {
    if (error instanceof Problem) return [];
    throw error;
  });
  return texts.some((text) => text.trim() === value);
}

/** Maximum domains checked per run. The rest wait for the next run. */
const maxAtOnce = 200;
/**
 * Domains that do not point here are checked in every run, because owners wait for their fix to be noticed.
 */
const recheckAfter = hours(23);

/**
 * Checks again whether one of the viewer's domains points here. Throws a `Problem` that names the missing
 * record.
 */
export const recheckDomain = verb(
  { name: 'domains.check', who: 'member', limit: perAccount(60, minutes(10)) },
  async (app, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    const { host } = await getDomain(app, viewer, id);
    await check(app, { id, host, account: viewer.id });
  },
);

/** Checks the domains that were checked least recently. */
export async function recheckDomains(app: App): Promise<void> {
  const since = new Date(app.clock.now().getTime() - recheckAfter);
  const due = await selectDomains(app)
    .select('account_id as account')
    .where((row) =>
      row.or([
        row('checked_at', 'is', null),
        row('checked_at', '<', since),
        row('verified_at', '<', row.ref('checked_at')),
      ]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .limit(maxAtOnce)
    .execute();
  for (const domain of due) await tryCheck(app, domain);
}

async function tryCheck(app: App, domain: Domain & { account: string }): Promise<void> {
  try {
    await check(app, domain);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!isMisconfigured(domain)) app.log.info({ host: domain.host }, 'a domain no longer points here');
  }
}

async function check(app: App, { id, host, account }: { id: string; host: string; account: string }) {
  try {
    await checkRecords(app, { id: account }, host);
    await note(app, id, { verified_at: app.clock.now() });
  } catch (error) {
    // DNS failures say nothing about the domain, so they are not recorded.
    if (error instanceof Problem && error.kind === 'invalid') await note(app, id, {});
    throw error;
  }
}

const note = ({ db, clock }: App, id: string, verified: { verified_at?: Date }) =>
  db
    .updateTable('links.domain')
    .set({ checked_at: clock.now(), ...verified })
    .where('id', '=', id)
    .execute();

export const domainJobs = [
  job('links.recheck-domains', Type.Object({}), recheckDomains, { cron: '17 * * * *', runner: 'network' }),
];
