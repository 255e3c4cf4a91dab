import { invalid, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Json } from '../../platform/broadcast.ts';
import { getNumberedPage, type PageNumber } from '../../platform/database/queries.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import { getOwned, type Owner } from '../owned/owned.ts';

/** A custom domain for short links. */
export interface Domain {
  /** Digits. */
  id: string;
  host: string;
  scheme: 'http' | 'https';
  /** Redirects for the root path and for missing links. */
  rootRedirect: string | null;
  missingRedirect: string | null;
  /** When the domain last pointed here, and when it was last checked. */
  verifiedAt: Date | null;
  checkedAt: Date | null;
  createdAt: Date;
}

export const domainAddress = ({ scheme, host }: Pick<Domain, 'scheme' | 'host'>) => `${scheme}://${host}`;

/** Whether the domain did not point here at the last check. */
export const isMisconfigured = ({
  verifiedAt,
  checkedAt,
}: Pick<Domain, 'verifiedAt' | 'checkedAt'>): boolean =>
  verifiedAt === null || (checkedAt !== null && checkedAt > verifiedAt);

/** Parses the scheme (default https) and host of a domain. International names are converted to ASCII. */
export function parseDomainName(text: string, config: Pick<Config, 'hopUrl' | 'plazaUrl'>) {
  const given = text.trim();
  if (given === '') throw invalid('domain', msg('Enter a domain'));
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host);
  const isBare = url !== null && url.href === `${url.protocol}//${url.hostname}/`;
  if (!isName || !isBare)
    throw invalid(
      'domain',
      msg('“{given}” is not a domain name such as links.example.com', { given: given.slice(0, 100) }),
    );
  if ([config.hopUrl, config.plazaUrl].some((own) => new URL(own).hostname === host))
    throw invalid('domain', msg('“{host}” belongs to this service', { host }));
  return { scheme: url.protocol === 'http:' ? ('http' as const) : ('https' as const), host };
}

export const selectDomains = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.domain')
    .select([
      'id',
      'host',
      'root_redirect as rootRedirect',
      'missing_redirect as missingRedirect',
      'verified_at as verifiedAt',
      'checked_at as checkedAt',
      'created_at as createdAt',
    ])
    .select((row) => row.ref('scheme').$castTo<Domain['scheme']>().as('scheme'));

/** Returns a domain of this account, or undefined. Domains of other accounts count as missing. */
const findDomainOf = (app: Pick<App, 'db'>, accountId: string, id: string): Promise<Domain | undefined> =>
  selectDomains(app).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();

/**
 * Returns the viewer's domain with this name, with or without a scheme. Null: the default domain. Must be
 * called in the transaction that adds the link, because it locks the domain against deletion.
 */
export async function domainForLink(
  app: Pick<App, 'db' | 'config'>,
  viewer: Editor,
  text: string,
): Promise<Domain | null> {
  const given = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  const own = new URL(app.config.hopUrl);
  if (url?.hostname === own.hostname && (url.port === own.port || url.port === '')) {
    refuseOtherDomain(viewer, null);
    return null;
  }
  const domain = await selectDomains(app)
    .where('account_id', '=', viewer.id)
    .where('host', '=', url?.hostname ?? '')
    .forKeyShare()
    .executeTakeFirst();
  if (!domain) throw invalid('domain', msg('The domain “{given}” is not one of yours', { given }));
  refuseOtherDomain(viewer, domainAddress(domain));
  return domain;
}

/**
 * Returns one of the viewer's domains. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const getDomain = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Domain> =>
  getOwned(app, viewer, { name: msg('Domain'), find: findDomainOf }, id);

/** Returns one page of the viewer's domains, oldest first. */
export const listDomains = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getNumberedPage(selectDomains(app).where('account_id', '=', viewer.id), page, (own) => own.orderBy('id'));

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

const topic = 'links.domain-changed';

/**
 * Makes every process reload a domain. Must be called in the transaction that adds, changes or deletes it.
 */
export async function publishDomainChange(
  app: Pick<App, 'broadcast' | 'db' | 'afterCommit'>,
  host: string,
): Promise<void> {
  await app.broadcast.publish(app, topic, host);
}

/** Subscribes to domain changes. Returns a function that ends the subscription. */
const onDomainChanged = (
  { broadcast }: Pick<App, 'broadcast'>,
  changed: (host: string) => void,
): (() => void) => broadcast.subscribe(topic, (payload: Json) => changed(payload as string));
