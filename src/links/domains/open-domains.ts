import type { App } from '../../platform/app.ts';
import { onDomainChanged } from './announce-domain.ts';
import { selectDomains } from './queries.ts';

/** Redirects of a branded host for requests that match none of its links. */
export interface BrandedHost {
  scheme: 'http' | 'https';
  rootRedirect: string | null;
  missingRedirect: string | null;
}

/** All branded hosts, in memory because every redirect needs them. There are few compared to links. */
export interface Domains {
  at(host: string): BrandedHost | undefined;
  close(): void;
}

export async function openDomains(app: Pick<App, 'db' | 'broadcast' | 'log'>): Promise<Domains> {
  const known = new Map<string, BrandedHost>();

  const readAll = async (): Promise<void> => {
    const domains = await selectDomains(app).execute();
    known.clear();
    for (const domain of domains) known.set(domain.host, domain);
  };

  const readOne = async (host: string): Promise<void> => {
    const domain = await selectDomains(app).where('host', '=', host).executeTakeFirst();
    if (domain) known.set(host, domain);
    else known.delete(host);
  };

  /** Reads run one after the other, so that a stale result never wins. */
  let reading = readAll();
  await reading;
  const then = (read: () => Promise<void>): void => {
    reading = reading
      .then(read)
      .catch((error: unknown) => app.log.warn({ err: error }, 'domains could not be loaded'));
  };

  const stopListening = [
    onDomainChanged(app, (host) => then(() => readOne(host))),
    app.broadcast.onGap(() => then(readAll)),
  ];
  return { at: (host) => known.get(host), close: () => stopListening.forEach((stop) => stop()) };
}
