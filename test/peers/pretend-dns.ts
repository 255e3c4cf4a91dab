import type { App } from '../../src/platform/app.ts';
import { openOutbound } from '../../src/platform/outbound.ts';

/** DNS records by name. */
export interface PretendDns {
  addresses: Record<string, string[]>;
  texts: Record<string, string[]>;
  /** No name server responds. */
  isAway?: boolean;
}

/** Makes an App use these DNS records, which may be changed later. */
export function fakeDns(app: App, dns: PretendDns): void {
  const answer = (records: string[] | undefined): string[] => {
    if (dns.isAway) throw Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' });
    if (!records) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return records;
  };
  app.outbound = openOutbound(
    app.config,
    async (name) => answer(dns.addresses[name]).map((address) => ({ address, family: 4 })),
    async (name) => answer(dns.texts[name]).map((text) => [text]),
  );
}
