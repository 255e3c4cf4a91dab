import { linksIn, readTokens } from '../../posts/text/tokens.ts';

// In Markdown an address stands before a bracket that belongs to it no more.
const cut = (address: string) => address.replace(/\)+[^/]*$/, '');

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
    for (const name of [...url.searchParams.keys()])
      if (/^(utm_\w+|fbclid|gclid|ref)$/i.test(name)) url.searchParams.delete(name);
    const address = `${host}${url.pathname.replace(/\/+$/, '')}${url.search}`;
    found.set(address, { host, address });
  }
  return [...found.values()];
}
