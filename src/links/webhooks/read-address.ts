import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/** An address that can be told something: https where Hop itself is, and not inside our own network. */
export async function readAddress(app: Pick<App, 'config' | 'outbound'>, text: string): Promise<string> {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2000)
    throw invalid('url', 'Write the address with https:// in front');
  if (url.protocol !== 'https:' && app.config.hopUrl.startsWith('https:'))
    throw invalid('url', 'The address must be an https one: what is told is nobody else’s business');
  if (url.username || url.password)
    throw invalid('url', 'The address must have no user name or password in it; messages are signed instead');
  try {
    await app.outbound.lookup(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    // Whether DNS answers just now says nothing about the address.
    if (error instanceof Problem && error.kind === 'invalid') throw invalid('url', error.message);
    if (!(error instanceof Problem)) throw error;
  }
  return url.href;
}
