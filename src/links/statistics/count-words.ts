import { t } from '../../kernel/translation/translate.ts';
import type { Purpose } from './subject.ts';

/** What is counted of something, for people: who scans a code has clicked nothing. */
export interface CountWords {
  one: string;
  many: string;
  /** At the beginning of a label. */
  Many: string;
}

export const countWords = (): Readonly<Record<Purpose, CountWords>> => ({
  link: { one: 'click', many: 'clicks', Many: t('Clicks') },
  bio: { one: 'visit', many: 'visits', Many: t('Visits') },
  qr: { one: 'scan', many: 'scans', Many: t('Scans') },
});
