import { t } from '../../kernel/translation/translate.ts';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { seconds } from '../../kernel/time.ts';
import { isPublicAddress } from './public-address.ts';
import { outboundProblem } from './outbound-problem.ts';
import { refused } from './request.ts';

export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'SRV'] as const;

/** `PTR` takes an address instead of a name. */
export type RecordType = (typeof recordTypes)[number] | 'PTR';

/** Names that are only valid inside a network. */
const inside =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;
const publicName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.){1,10}[a-z0-9-]{2,63}\.?$/;

/** DNS records of a public name as text, in a stable order. Empty if it has none of this type. */
export async function getRecords(given: string, type: RecordType): Promise<string[]> {
  const name = isIP(given)
    ? given
    : new URL(`http://${encodeURI(given)}`.slice(0, 400)).hostname.toLowerCase();
  if (
    type === 'PTR' ? !isPublicAddress(name) : !publicName.test(name) || inside.test(name.replace(/\.$/, ''))
  )
    throw refused(t('This is not a public hostname'));
  try {
    return (await ask(new Resolver({ timeout: seconds(3), tries: 2 }), name, type)).sort();
  } catch (error) {
    const problem = outboundProblem(error, name);
    if (problem.code === 'host_unknown') return [];
    throw problem;
  }
}

async function ask(resolver: Resolver, name: string, type: RecordType): Promise<string[]> {
  switch (type) {
    case 'PTR':
      return resolver.reverse(name);
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    case 'SOA': {
      const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name);
      return [[nsname, hostmaster, serial, refresh, retry, expire, minttl].join(' ')];
    }
    case 'CAA':
      return (await resolver.resolveCaa(name)).map(({ critical, ...rule }) =>
        [critical, ...Object.entries(rule).flat()].join(' '),
      );
    case 'SRV':
      return (await resolver.resolveSrv(name)).map((each) =>
        [each.priority, each.weight, each.port, each.name].join(' '),
      );
    default:
      return resolver.resolve(name, type);
  }
}
