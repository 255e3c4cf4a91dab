import { comparableHost } from '../../kernel/comparable.ts';
import { normalize } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isAlias, isNestedAlias } from './fields/alias.ts';
import type { Link } from './link.ts';
import { selectLinks } from './queries.ts';

/**
 * Returns the viewer's link with this short URL, with or without a scheme. An alias alone refers to the
 * default domain.
 */
export async function findByShort(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  short: string,
): Promise<Link | undefined> {
  const place = parseShort(short, app.config.hopUrl);
  if (!place || !(isAlias(place.alias) || isNestedAlias(place.alias))) return undefined;
  return selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.alias', '=', place.alias)
    .where('domain.host', place.host === null ? 'is' : '=', place.host)
    .executeTakeFirst();
}

/** Parses the host (null: the default domain) and alias of a short URL. */
export function parseShort(
  short: string,
  hopUrl: string,
): { host: string | null; alias: string } | undefined {
  const text = withoutScheme(short.trim())
    .replace(/[?#].*$/s, '')
    .replace(/(?<!\/)\/+$/, '');
  const own = `${withoutScheme(hopUrl)}/`;
  if (text.toLowerCase().startsWith(own.toLowerCase())) return parsePlace(null, text.slice(own.length));
  const slash = text.indexOf('/');
  return slash < 0
    ? parsePlace(null, text)
    : parsePlace(comparableHost(text.slice(0, slash)), text.slice(slash + 1));
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//i, '');

function parsePlace(host: string | null, path: string): { host: string | null; alias: string } | undefined {
  try {
    return { host, alias: normalize(decodeURIComponent(path), 'NFC') };
  } catch {
    // A malformed percent escape is never a short URL.
    return undefined;
  }
}
