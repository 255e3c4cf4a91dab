import { t } from '../../../kernel/translation/translate.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { parseTarget } from '../../record/fields/target-address.ts';

/** Validates the destination of a block: a website, an email address or a phone number. */
export function parseAddress(field: string, text: string, config: Config): string {
  const given = text.trim();
  if (/^mailto:/i.test(given)) return parseMail(field, given.slice('mailto:'.length));
  if (/^tel:/i.test(given)) return parsePhone(field, given.slice('tel:'.length));
  if (URL.parse(given)?.host === new URL(config.hopUrl).host)
    throw invalid(field, t('This URL belongs to this service. Add it as a “Short link” block.'));
  try {
    return parseTarget(given, config);
  } catch (error) {
    // Reports the error at the field of this form instead of the link form's.
    throw error instanceof Problem ? new Problem(error.kind, error.message, { field }) : error;
  }
}

export function parseMail(field: string, text: string): string {
  const address = text.trim();
  if (!/^[^\s@<>"?&]{1,64}@[^\s@<>"?&]{1,250}\.[^\s@<>"?&.]{2,}$/.test(address))
    throw invalid(field, t('Enter a valid email address'));
  return `mailto:${address}`;
}

export function parsePhone(field: string, text: string): string {
  const number = text.replace(/[\s()./-]/g, '');
  if (!/^\+?\d{4,20}$/.test(number)) throw invalid(field, t('Enter a valid phone number'));
  return `tel:${number}`;
}
