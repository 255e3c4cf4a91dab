import { sql } from 'kysely';
import { looksLike } from '../../identity/account/names.ts';
import { isLive } from '../../identity/account/people.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

/** A third-party app that people can sign in with. */
export interface OAuthApp extends AppDetails {
  /** Digits. */
  id: string;
  /** The public ID of the app: `app_id` in the API. */
  authId: string;
  /** Path in the file store, or null without an icon. */
  icon: string | null;
  createdAt: Date;
}

export interface AppDetails {
  name: string;
  /** Domain of the app, such as `example.org`. */
  domain: string;
  /** Redirect URL, compared character by character. */
  redirectUrl: string;
  description: string;
  category: string;
}

export const appCategories = () =>
  [
    t('Business'),
    t('Community'),
    t('Education'),
    t('Entertainment'),
    t('Games'),
    t('Health'),
    t('News'),
    t('Productivity'),
    t('Shopping'),
    t('Other'),
  ] as const;

/** Validates and normalizes app details. Throws an error that names the invalid field. */
export function parseAppDetails(given: AppDetails, reservedNames: ReservedNames): AppDetails {
  const name = parseAppName(given.name, reservedNames.names);
  const description = given.description.trim();
  if (description.length > 500) throw invalid('description', msg('At most 500 characters'));
  const category = appCategories().find((each) => each === given.category);
  if (!category) throw invalid('category', msg('Choose a category'));
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
  if (!isHost(host)) throw invalid('domain', msg('Enter the app’s domain, such as example.org'));
  if (hosts.some((ours) => host === ours || host.endsWith(`.${ours}`)))
    throw invalid('domain', msg('This domain belongs to this site. Enter the app’s own domain.'));
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
    throw invalid('redirectUrl', msg('Enter a URL that starts with https:// (http:// for localhost)'));
  if (url.username || url.password || url.hash || text.includes('#'))
    throw invalid('redirectUrl', msg('The URL must not contain a username or a fragment'));
  if (url.searchParams.has('auth_key'))
    throw invalid('redirectUrl', msg('The URL must not contain auth_key'));
  if (reservedNames.origins.includes(url.origin))
    throw invalid('redirectUrl', msg('This URL belongs to this site. Enter one of the app.'));
  const home = parseDomain(domain, reservedNames);
  // Some characters allowed in hosts would have a special meaning in a content security policy.
  if (!isHere && !(isHost(url.hostname) && (url.hostname === home || url.hostname.endsWith(`.${home}`))))
    throw invalid('redirectUrl', msg('The URL must be on {home}', { home }));
  return text;
}

/** Words that would make an app appear official. */
const officialWords = ['official', 'admin', 'administrator', 'moderator', 'staff'];

/**
 * Validates and normalizes an app name, which people see on the consent page. Rejects names that resemble
 * `reservedNames`.
 */
export function parseAppName(given: string, reservedNames: readonly string[]): string {
  const name = normalize(given, 'NFC').trim().replace(/\s+/gu, ' ');
  if (name.length < 2 || name.length > 60) throw invalid('name', msg('Enter a name of 2 to 60 characters'));
  // Bidi controls and zero-width characters make one name look like another.
  if (/\p{C}/u.test(name)) throw invalid('name', msg('The name contains invisible characters'));
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  if (words.some(mixesScripts))
    throw invalid('name', msg('The name mixes letters of several scripts in one word'));
  const taken = new Set([...reservedNames, ...officialWords].map(foldConfusables));
  if (taken.has(foldConfusables(words.join(''))) || words.some((word) => taken.has(foldConfusables(word))))
    throw invalid('name', msg('This name is reserved. Choose another one.'));
  return name;
}

const mixesScripts = (word: string) =>
  [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u].filter((script) => script.test(word))
    .length > 1;

/** Folds names that look alike to the same string: `P1aza`, `PLÀZA` and `plaza`. */
const foldConfusables = (text: string): string =>
  looksLike(
    normalize(text, 'NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );

/** Names and hosts reserved for the site, which no app may use. */
interface ReservedNames {
  names: readonly string[];
  hosts: readonly string[];
  origins: readonly string[];
}

export async function getReservedNames(app: App): Promise<ReservedNames> {
  const { name } = await getSiteSettings(app);
  const addresses = [new URL(app.config.plazaUrl), new URL(app.config.hopUrl)];
  return {
    names: [name, 'Plaza', 'Hop'],
    // Development instances are all called localhost, so it is not reserved.
    hosts: addresses.map(({ hostname }) => hostname).filter((host) => host !== 'localhost'),
    origins: addresses.map(({ origin }) => origin),
  };
}

/** Apps that are not deleted, with the fields of `OAuthApp`. */
export const selectApps = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.oauth_app as oauth_app')
    .where('oauth_app.deleted_at', 'is', null)
    .select(['oauth_app.id', 'oauth_app.name', 'domain', 'description', 'category', 'icon'])
    .select(['auth_id as authId', 'redirect_url as redirectUrl', 'oauth_app.created_at as createdAt']);

/** Apps that people can sign in to: their owner's account is live. */
export const selectOpenApps = (app: Pick<App, 'db'>) =>
  selectApps(app).where(
    sql<boolean>`exists (select from identity.account where account.id = oauth_app.owner_id and ${isLive('account')})`,
  );

/** An app of this owner. Apps of other owners are treated as missing. */
export const selectOwnApp = (app: Pick<App, 'db'>, ownerId: string, id: string) =>
  selectApps(app).where('owner_id', '=', ownerId).where('oauth_app.id', '=', id);

/** SQL: whether a grant is in force. A password change can revoke all grants of a person. */
export const isInForce = sql<boolean>`not exists (select from identity.account
  where id = permit.account_id and grants_ended_at >= permit.granted_at)`;

/** Unexpired tokens whose grant, app and person are all in force. */
export const selectLiveTokens = ({ db, clock }: Pick<App, 'db' | 'clock'>) =>
  db
    .selectFrom('social.oauth_token as token')
    .innerJoin('social.oauth_grant as permit', 'permit.id', 'token.grant_id')
    .innerJoin('social.oauth_app as oauth_app', 'oauth_app.id', 'permit.app_id')
    .where('oauth_app.deleted_at', 'is', null)
    .where('token.expires_at', '>', clock.now())
    .where(isInForce)
    .where(
      sql<boolean>`(select count(*) from identity.account where id in (permit.account_id, oauth_app.owner_id)
        and not ${isLive('account')}) = 0`,
    );
