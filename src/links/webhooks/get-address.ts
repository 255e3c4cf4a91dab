import { t } from '../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

/**
 * Validates the URL of a webhook. It must use https if Hop does, and must not point to the internal network.
 */
export async function getAddress(app: Pick<App, 'config' | 'outbound'>, text: string): Promise<string> {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2000)
    throw invalid('url', t('Enter a URL starting with https://'));
  if (url.protocol !== 'https:' && app.config.hopUrl.startsWith('https:'))
    throw invalid('url', t('The URL must use https'));
  if (url.username || url.password)
    throw invalid('url', t('The URL must not contain a username or password. Messages are signed instead.'));
  try {
    await app.outbound.lookup(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    // DNS failures say nothing about the URL, so they are ignored.
    if (error instanceof Problem && error.kind === 'invalid') throw invalid('url', error.message);
    if (!(error instanceof Problem)) throw error;
  }
  return url.href;
}
