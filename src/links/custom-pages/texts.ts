import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';

/** Parses a whole number within bounds. Blank: `usual`. */
export function parseCount(
  field: string,
  text: string | undefined,
  { what, usual: defaultValue, min, max }: { what: string; usual: number; min: number; max: number },
): number {
  const typed = (text ?? '').trim();
  const count = typed === '' ? defaultValue : /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(count >= min && count <= max))
    throw invalid(field, t('{what} must be a whole number from {min} to {max}', { what, min, max }));
  return count;
}

/** Validates the URL of a button. Null: none was given. */
export function parseWebAddress(field: string, text: string | undefined, what: string): string | null {
  const typed = (text ?? '').trim();
  if (typed === '') return null;
  const url = /^https?:\/\//i.test(typed) ? URL.parse(typed) : null;
  if (!url || url.username || url.password || url.href.length > 2000)
    throw invalid(field, t('{what} must be a full URL starting with http:// or https://', { what }));
  return url.href;
}
