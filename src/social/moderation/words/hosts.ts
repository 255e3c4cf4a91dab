import { longestHost } from '../../../kernel/text.ts';
import { linksIn, parseTokens } from '../../text/tokens.ts';

/** Removes the closing Markdown parenthesis after a URL. */
function cut(address: string): string {
  const bracket = address.indexOf(')', address.lastIndexOf('/') + 1);
  return bracket < 0 ? address : address.slice(0, bracket);
}

/** The hosts of the links in a text, without `www.` and duplicates. Short links are not resolved. */
export function hostsIn(text: string): string[] {
  return [...new Set(linksOf(text).map(({ host }) => host))];
}

/** The distinct links of a text, normalized: without fragment, `www.` and tracking parameters. */
export function linksOf(text: string): { host: string; address: string }[] {
  const found = new Map<string, { host: string; address: string }>();
  for (const link of linksIn(parseTokens(text))) {
    const url = URL.parse(cut(link));
    if (!url) continue;
    const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
    if (host.length > longestHost) continue;
    const address = `${host}${url.pathname.replace(/(?<!\/)\/+$/, '')}${withoutCounters(url)}`;
    found.set(address, { host, address });
  }
  return [...found.values()];
}

/**
 * The query without tracking parameters. Filtered in one pass, because each deletion would rewrite the URL.
 */
function withoutCounters({ search, searchParams }: URL): string {
  const given = [...searchParams];
  const remaining = given.filter(([name]) => !/^(utm_\w+|fbclid|gclid|ref)$/i.test(name));
  if (remaining.length === given.length) return search;
  return remaining.length === 0 ? '' : `?${new URLSearchParams(remaining).toString()}`;
}
