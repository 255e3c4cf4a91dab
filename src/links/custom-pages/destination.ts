import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';

/** Returns a display name of the destination: the host, or the scheme of an app. */
export function nameOfDestination(to: string): string {
  const url = URL.parse(to);
  if (!url) return to;
  return url.hostname.replace(/^www\./, '') || url.protocol.replace(/:$/, '');
}

/** Schemes that could run scripts on our pages or do not point to web content. */
const dangerous = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source):$/;

/** Returns a stored destination. Throws if it could run a script. */
export function checkDestination(to: string): string {
  const url = URL.parse(to);
  if (!url || dangerous.test(url.protocol)) throw missing(t('Link'));
  return to;
}
