import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';

const longest = 2000;

/**
 * Parses a website's address: `example.com` is `https://example.com/`. Whether it may be requested is checked
 * later.
 */
export function getTarget({ config }: Pick<App, 'config'>, text: string): URL {
  const trimmed = text.trim();
  if (trimmed === '') return new URL(config.plazaUrl);
  const url =
    trimmed.length > longest
      ? null
      : URL.parse(/^[a-z][\w+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('url', 'Enter an http or https URL');
  if (url.username || url.password)
    throw invalid('url', 'An address with a user name or password is not allowed');
  url.hash = '';
  return url;
}
