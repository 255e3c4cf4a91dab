import { t } from '../../../kernel/translation/translate.ts';
import { html, type Fragment } from '../../../web/html.ts';
import { otherValues } from '../../clicks/retention/fold-rare-values.ts';
import { shortName } from '../../record/link.ts';
import { addressesOf } from '../addresses.ts';
import type { Subject } from '../subject.ts';

/** A list entry of one of the most clicked subjects. Deleted subjects keep their clicks but have no page. */
export function entryOfSubject(
  hopUrl: string,
  subject: Subject | undefined,
  value: string,
): { label: Fragment; href?: string } {
  if (!subject) return { label: value === otherValues ? t('Others') : t('Deleted') };
  return { label: html`${nameOfSubject(hopUrl, subject)}`, href: addressesOf(subject).page };
}

/** Returns the short URL, or the title if it is more informative. */
export function nameOfSubject(hopUrl: string, subject: Subject): string {
  const { purpose, title } = subject;
  return purpose === 'qr' && title ? title : shortName({ hopUrl }, subject);
}
