import { longestHost } from '../../../kernel/text.ts';
import { linksIn, readTokens } from '../../text/tokens.ts';

/** In Markdown an address is followed by a bracket that is not part of it. */
function cut(address: string): string {
  const bracket = address.indexOf(')', address.lastIndexOf('/') + 1);
  return bracket < 0 ? address : address.slice(0, bracket);
}

/** Where the links in a text lead: hosts without `www.`, each once. Short links are not followed. */
export function hostsIn(text: string): string[] {
  return [...new Set(linksOf(text).map(({ host }) => host))];
}

/** Its links, each once however it was written: without fragment, `www.` and what only counts visits. */
export function linksOf(text: string): { host: string; address: string }[] {
  const found = new Map<string, { host: string; address: string }>();
  for (const link of linksIn(readTokens(text))) {
    const url = URL.parse(cut(link));
    if (!url) continue;
    const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
    if (host.length > longestHost) continue;
    const address = `${host}${url.pathname.replace(/(?<!\/)\/+$/, '')}${withoutCounters(url)}`;
    found.set(address, { host, address });
  }
  return [...found.values()];
}

/** The query without what only counts visits. Parameters are filtered at once: deleting each rewrites the address. */
function withoutCounters({ search, searchParams }: URL): string {
  const given = [...searchParams];
  const remaining = given.filter(([name]) => !/^(utm_\w+|fbclid|gclid|ref)$/i.test(name));
  if (remaining.length === given.length) return search;
  return remaining.length === 0 ? '' : `?${new URLSearchParams(remaining).toString()}`;
}
