import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Viewer } from '../../platform/http/caller.ts';

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
export async function targetAddresses({ config, outbound }: Dns): Promise<string[]> {
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
