import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';

/** For people: the host, or the scheme of an app. */
export function nameOfDestination(to: string): string {
  const url = URL.parse(to);
  if (!url) return to;
  return url.hostname.replace(/^www\./, '') || url.protocol.replace(/:$/, '');
}

/** Schemes that would run something in a page of ours, or show what is not of this world. */
const dangerous = /^(javascript|data|vbscript|blob|file|filesystem|about|view-source):$/;

/** Where a page may lead: what a stored link says, but never a script. */
export function checkDestination(to: string): string {
  const url = URL.parse(to);
  if (!url || dangerous.test(url.protocol)) throw missing(t('Link'));
  return to;
}
