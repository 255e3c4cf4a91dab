import type { Verdict } from './audit.ts';

/** Evidence and advice are normalized to sentences, whatever they contain from the site. */
const max = 500;
const verdict =
  (status: Verdict['status']) =>
  (evidence: string, fix = ''): Verdict => ({ status, evidence: evidence.slice(0, max), fix });

export const pass = verdict('pass');
export const warn = verdict('warn');
export const fail = verdict('fail');
/** The check does not apply to this site. */
export const na = verdict('na');
/** The check could not be run, and does not count. */
export const unable = verdict('unable');

/** `a, b, c and 4 more`. */
export function listShort(items: readonly string[], max = 3): string {
  const shown = items.slice(0, max).map((item) => (item.length > 100 ? `${item.slice(0, 100)}…` : item));
  const rest = items.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
