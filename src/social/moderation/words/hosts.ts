import { ofText } from '../../text/prepared.ts';
import { longestHost } from '../../../kernel/text.ts';
import { linksIn } from '../../../kernel/typed-text/tokens.ts';
import { tokensIn } from '../../text/tokens-in.ts';

/** The hosts of the links in a text, without `www.` and duplicates. Short links are not resolved. */
export function hostsIn(text: string): string[] {
  return [...new Set(linksOf(text).map(({ host }) => host))];
}

/**
 * The distinct links of a text, normalized: without fragment, `www.` and tracking parameters. Finds what is a link
 * in light Markdown or in Markdown, because texts of both kinds are checked.
 */
export const linksOf = ofText('linksOf', 4, (text): { host: string; address: string }[] => {
  const found = new Map<string, { host: string; address: string }>();
  for (const link of linksIn([...tokensIn(text), ...tokensIn(text, 'article')])) {
    const url = URL.parse(link);
    if (!url) continue;
    const host = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
    if (host.length > longestHost) continue;
    const address = `${host}${url.pathname.replace(/(?<!\/)\/+$/, '')}${withoutCounters(url)}`;
    found.set(address, { host, address });
  }
  return [...found.values()];
});

/**
 * The query without tracking parameters. Filtered in one pass, because each deletion would rewrite the URL.
 */
function withoutCounters({ search, searchParams }: URL): string {
  const given = [...searchParams];
  const remaining = given.filter(([name]) => !/^(utm_\w+|fbclid|gclid|ref)$/i.test(name));
  if (remaining.length === given.length) return search;
  return remaining.length === 0 ? '' : `?${new URLSearchParams(remaining).toString()}`;
}
