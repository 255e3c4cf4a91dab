import type { App } from '../../platform/app.ts';
import { onDomainChanged } from './announce-domain.ts';
import { selectDomains } from './queries.ts';

/** Where a branded host redirects requests that match none of its links. */
export interface BrandedHost {
  scheme: 'http' | 'https';
  rootRedirect: string | null;
  missingRedirect: string | null;
}

/** Every branded host, in memory: the redirect asks for each request, and there are few beside the links. */
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

  /** One after the other, so that an older answer never comes last. */
  let reading = readAll();
  await reading;
  const then = (read: () => Promise<void>): void => {
    reading = reading
      .then(read)
      .catch((error: unknown) => app.log.warn({ err: error }, 'domains could not be read'));
  };

  const stopListening = [
    onDomainChanged(app, (host) => then(() => readOne(host))),
    app.broadcast.onGap(() => then(readAll)),
  ];
  return { at: (host) => known.get(host), close: () => stopListening.forEach((stop) => stop()) };
}
