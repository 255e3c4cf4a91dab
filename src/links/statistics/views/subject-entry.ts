import { t } from '../../../kernel/translation/translate.ts';
import { html, type Fragment } from '../../../web/html.ts';
import { theRest } from '../../clicks/retention/fold-rare-values.ts';
import { shortName } from '../../record/link.ts';
import { addressesOf } from '../addresses.ts';
import type { Subject } from '../subject.ts';

/** One of the most followed, in a list. What was deleted keeps its clicks and has no page. */
export function entryOfSubject(
  hopUrl: string,
  subject: Subject | undefined,
  value: string,
): { label: Fragment; href?: string } {
  if (!subject) return { label: value === theRest ? t('Others') : t('Deleted') };
  return { label: html`${nameOfSubject(hopUrl, subject)}`, href: addressesOf(subject).page };
}

/** Its short address, or the title where that says more. */
export function nameOfSubject(hopUrl: string, subject: Subject): string {
  const { purpose, title } = subject;
  return purpose === 'qr' && title ? title : shortName({ hopUrl }, subject);
}
