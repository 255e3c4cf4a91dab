import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { Config } from '../../platform/settings/config.ts';

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
  if (given === '') throw invalid('domain', t('Enter a domain'));
  const url = URL.parse(/^https?:\/\//i.test(given) ? given : `https://${given}`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  const isName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host);
  const isBare = url !== null && url.href === `${url.protocol}//${url.hostname}/`;
  if (!isName || !isBare)
    throw invalid(
      'domain',
      t('“{given}” is not a domain name such as links.example.com', { given: given.slice(0, 100) }),
    );
  if ([config.hopUrl, config.plazaUrl].some((own) => new URL(own).hostname === host))
    throw invalid('domain', t('“{host}” belongs to this service', { host }));
  return { scheme: url.protocol === 'http:' ? ('http' as const) : ('https' as const), host };
}
