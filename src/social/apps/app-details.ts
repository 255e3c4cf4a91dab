import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { parseAppName } from './app-name.ts';
import type { ReservedNames } from './reserved-names.ts';
import { appCategories, type AppDetails } from './oauth-app.ts';

/** Validates and normalizes app details. Throws an error that names the invalid field. */
export function parseAppDetails(given: AppDetails, reservedNames: ReservedNames): AppDetails {
  const name = parseAppName(given.name, reservedNames.names);
  const description = given.description.trim();
  if (description.length > 500) throw invalid('description', t('At most 500 characters'));
  const category = appCategories().find((each) => each === given.category);
  if (!category) throw invalid('category', t('Choose a category'));
  return {
    name,
    domain: parseDomain(given.domain, reservedNames),
    redirectUrl: parseRedirectUrl(given, reservedNames),
    description,
    category,
  };
}

function parseDomain(text: string, { hosts }: ReservedNames): string {
  const host = URL.parse(text.includes('://') ? text.trim() : `https://${text.trim()}`)?.hostname ?? '';
  if (!isHost(host)) throw invalid('domain', t('Enter the app’s domain, such as example.org'));
  if (hosts.some((ours) => host === ours || host.endsWith(`.${ours}`)))
    throw invalid('domain', t('This domain belongs to this site. Enter the app’s own domain.'));
  return host;
}

const isHost = (host: string) =>
  host === 'localhost' || (host.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host));

/** Stored exactly as typed, because redirect URLs are compared character by character. */
function parseRedirectUrl({ redirectUrl, domain }: AppDetails, reservedNames: ReservedNames): string {
  const text = redirectUrl.trim();
  const url = URL.parse(text);
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (!url || text.length > 2000 || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw invalid('redirectUrl', t('Enter a URL that starts with https:// (http:// for localhost)'));
  if (url.username || url.password || url.hash || text.includes('#'))
    throw invalid('redirectUrl', t('The URL must not contain a username or a fragment'));
  if (url.searchParams.has('auth_key')) throw invalid('redirectUrl', t('The URL must not contain auth_key'));
  if (reservedNames.origins.includes(url.origin))
    throw invalid('redirectUrl', t('This URL belongs to this site. Enter one of the app.'));
  const home = parseDomain(domain, reservedNames);
  // Some characters allowed in hosts would have a special meaning in a content security policy.
  if (!isHere && !(isHost(url.hostname) && (url.hostname === home || url.hostname.endsWith(`.${home}`))))
    throw invalid('redirectUrl', t('The URL must be on {home}', { home }));
  return text;
}
