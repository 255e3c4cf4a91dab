import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { invalid, msg, type Message } from '../../kernel/problem.ts';
import { lengthOf, longestHost, normalize } from '../../kernel/text.ts';
import { isTimeZone, parseTime } from '../../kernel/time.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import { isPublicAddress } from '../../platform/outbound/records.ts';
import type { Config } from '../../platform/settings/config.ts';

const shortestChosen = 3;
/** Other services have shorter aliases, which imports preserve. */
export const shortestImported = 1;
const longestAlias = 49;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Whether a text has only characters allowed in an alias: letters of any script, digits, hyphens and
 * underscores.
 */
export const isAlias = (text: string) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(text);

/** Parts of paths that are pages about a link, and first parts that are files of the service. */
const pages = new Set(['qr', 'stats', 'ico']);
const files = new Set(['avatars', 'content']);

/**
 * Whether a text is an alias with slashes, such as `d/docs`. Other services have them, and imports preserve
 * them, because they are printed.
 */
export function isNestedAlias(text: string): boolean {
  const parts = text.split('/', 6);
  const [first = ''] = parts;
  return (
    parts.length > 1 &&
    parts.length < 6 &&
    parts.every(isAlias) &&
    !isReserved(first) &&
    !files.has(first) &&
    !parts.slice(1).some((part) => pages.has(part))
  );
}

/** Validates a chosen alias and normalizes it to NFC. Aliases are case-sensitive. */
export function parseAlias(text: string, shortest = shortestChosen): string {
  const alias = normalize(text.trim(), 'NFC');
  const length = lengthOf(alias);
  if (length < shortest)
    throw invalid('custom', msg('An alias must have at least {shortest} characters', { shortest }));
  if (length > longestAlias)
    throw invalid('custom', msg('An alias can have at most {longest} characters', { longest: longestAlias }));
  if (shortest === shortestImported && isNestedAlias(alias)) return alias;
  if (!isAlias(alias))
    throw invalid('custom', msg('An alias can contain letters, digits, hyphens and underscores'));
  if (isReserved(alias))
    throw invalid('custom', msg('“{alias}” is reserved. Choose another alias.', { alias }));
  return alias;
}

export function randomAlias(length: number): string {
  let alias: string;
  do alias = Array.from({ length }, () => base62[randomInt(base62.length)]).join('');
  while (isReserved(alias));
  return alias;
}

/**
 * First path segments that cannot be aliases: existing and planned pages and APIs, and common paths of
 * websites. A released word is hard to reclaim.
 */
const words = new Set(
  `
  about account accounts activate admin agents api api-docs apis app appeal apps assets auth authorize
  billing bio browser bulk campaign campaigns channel channels clicks confirm contact cta
  dashboard developers docs domain domains embed explore favicon feed files forgot forgot-password
  health healthz help hop images integrations invite keys legal links login logout mcp metrics notifications
  oauth oauth2 openapi operator overlay overlays pages password pixel pixels plans plaza pricing privacy profile
  q qr qrs r rate readyz recover redirect register report reports reset reset-password robots root rotator rss
  search security session sessions settings sign-in sign-out sign-up signin signout signup sitemap splash sse static
  statistics stats status style styles support system tags teams terms theme token tokens toolkit
  u unlock unsubscribe uploads url urls user users verify webhook webhooks welcome well-known workspace workspaces www
  `
    .trim()
    .split(/\s+/),
);

/** Whether a first path segment is reserved, ignoring case. */
export const isReserved = (segment: string): boolean =>
  words.has(segment) || words.has(segment.toLowerCase());

const longestTarget = 8192;

type Settings = Pick<Config, 'hopUrl' | 'plazaUrl'>;

/**
 * Validates a destination. A plain ASCII URL is returned unchanged, others in normal form
 * (`https://bücher.example` becomes `https://xn--bcher-kva.example/`), so that they are safe in headers.
 */
export function parseTarget(text: string, config: Settings, field = 'url'): string {
  const given = text.trim();
  const name = field === 'url' ? msg('The destination URL') : msg('The URL');
  if (given === '') throw invalid(field, msg('{name} is required', { name }));
  if (given.length > longestTarget)
    throw invalid(
      field,
      msg('{name} can have at most {longest} characters', { name, longest: longestTarget }),
    );
  const url = /^https?:\/\//i.test(given) ? URL.parse(given) : null;
  if (!url)
    throw invalid(field, msg('{name} must be a full URL starting with http:// or https://', { name }));
  if (url.username || url.password)
    throw invalid(field, msg('{name} must not contain a username or password', { name }));
  if (url.hostname.length > longestHost)
    throw invalid(field, msg('The host of a URL can have at most {longestHost} characters', { longestHost }));
  if (placeOf(url) === placeOf(new URL(config.hopUrl)))
    throw invalid(field, msg('{name} points to this service', { name }));
  if (url.origin !== new URL(config.plazaUrl).origin) refuseInside(url, field, name);
  if (url.href.length > longestTarget)
    throw invalid(
      field,
      msg('{name} can have at most {longest} characters', { name, longest: longestTarget }),
    );
  return url.href === given || url.href === `${given}/` ? given : url.href;
}

/** A trailing dot does not change a host. */
const placeOf = ({ hostname, port }: URL): string => `${hostname.replace(/(?<!\.)\.+$/, '')}:${port}`;

/** Names for private use that public DNS never resolves: RFC 6762, RFC 8375 and ICANN’s `internal`. */
const privateEndings = /(^|\.)(local|internal|home\.arpa)$/;

/** Rejects URLs that point to the visitor's own machine or a private network. */
function refuseInside({ hostname }: URL, field: string, name: Message): void {
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) {
    if (!isPublicAddress(host)) throw invalid(field, msg('{name} points to a private network', { name }));
    return;
  }
  if (host === 'localhost' || host.endsWith('.localhost'))
    throw invalid(field, msg('{name} points to the visitor’s own device', { name }));
  if (privateEndings.test(host)) throw invalid(field, msg('{name} points to a private network', { name }));
  if (!/^[^.]+(\.[^.]+)+$/.test(host))
    throw invalid(field, msg('“{host}” is not a full domain name', { host }));
}

/** Schemes that could run code in the page or access the visitor's machine. They cannot be enabled. */
const forbiddenSchemes = new Set(
  (
    'about blob chrome data file filesystem ftp http https javascript jar ms-msdt resource search search-ms shell ' +
    'vbscript view-source ws wss'
  ).split(' '),
);

/** Returns the app schemes that the operator allows for links. */
const appSchemes = ({ HOP_APP_SCHEMES }: Pick<Config, 'HOP_APP_SCHEMES'>): string[] =>
  HOP_APP_SCHEMES.split(',')
    .map((scheme) => scheme.trim().toLowerCase().split(':', 1)[0] ?? '')
    .filter((scheme) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && !forbiddenSchemes.has(scheme));

/** Validates a destination: a web URL, or the URL of an app with an allowed scheme. */
export function parseAppAddress(
  text: string,
  config: Pick<Config, 'hopUrl' | 'plazaUrl' | 'HOP_APP_SCHEMES'>,
  field: string,
): string {
  const given = text.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === 'http' || scheme === 'https')
    return parseTarget(given, config, field);
  if (!appSchemes(config).includes(scheme))
    throw invalid(
      field,
      msg('The URL must start with http:// or https://; “{scheme}:” is not allowed here', {
        scheme: scheme.slice(0, 40),
      }),
    );
  if (given.length > 2048) throw invalid(field, msg('The URL can have at most 2048 characters'));
  if (!/^[\x21-\x7e]+$/.test(given))
    throw invalid(field, msg('The URL has spaces or letters that must be encoded'));
  return given;
}

/**
 * Parses an expiry: `YYYY-MM-DD HH:MM:SS`, a date (its start) or ISO 8601, in UTC unless an offset is given.
 * It must be in the future, unless it equals the current expiry, because forms send that back.
 */
export function parseExpiry(text: string, now: Date, present: Date | null = null): Date {
  const at = parseMoment(text, 'expiry');
  if (at <= now && at.getTime() !== present?.getTime())
    throw invalid('expiry', msg('The expiry must be in the future'));
  return at;
}

/** Parses a date and time. Throws a `Problem` at `field` if it is invalid. */
export function parseMoment(text: string, field: string): Date {
  const at = parseTime(text.trim().replace(/[.,]\d{1,9}/, ''));
  if (!at)
    throw invalid(
      field,
      msg('The {value} must be in the form YYYY-MM-DD HH:MM:SS (UTC)', {
        value: field === 'at' ? 'time' : field,
      }),
    );
  return at;
}

/** A time as it is written in a zone, in UTC. What is no time stays as it is, for the error at its field. */
export function inUtc(text: string | undefined, zone: string | undefined): string | undefined {
  if (zone === undefined || zone.trim() === '') return text;
  if (!isTimeZone(zone.trim())) throw invalid('timezone', msg('Unknown time zone'));
  return text && (parseTime(text.trim(), zone.trim())?.toISOString() ?? text);
}

const longestTitle = 255;
const longestDescription = 2048;

/** Validates a title, a single line of text. */
export const parseTitleText = (text: string) =>
  parseLine('metatitle', text, { what: msg('The title'), max: longestTitle });

export const parseDescription = (text: string) =>
  parseLines('description', text, { what: msg('The description'), max: longestDescription });

const longestExternalId = 255;

/** Validates the owner's own id of a link. Blank: none. */
export const parseExternalId = (text: string): string | null =>
  parseLine('external_id', text, { what: msg('external_id'), max: longestExternalId }) || null;

/** Returns the default title until the page's own is fetched: the site name, or the scheme of an app URL. */
export function siteName(url: string): string {
  const { hostname, protocol } = new URL(url);
  return hostname.replace(/^www\./, '') || protocol.slice(0, -1);
}

/** Validates a preview text, a single line. */
export const parsePreviewText = (field: 'metatitle' | 'metadescription', text: string, longest: number) =>
  parseLine(field, text, {
    what: field === 'metatitle' ? msg('The title') : msg('The description'),
    max: longest,
  });
