import { t } from '../../kernel/translation/translate.ts';
import type { Purpose } from './subject.ts';

/** What is counted of something, for people: who scans a code has clicked nothing. */
export interface CountWords {
  counted: (n: number) => string;
  one: string;
  many: string;
  /** At the beginning of a label. */
  Many: string;
}

export const countWords = (): Readonly<Record<Purpose, CountWords>> => ({
  link: {
    counted: (n) => t('{n, plural, one {# click} other {# clicks}}', { n }),
    one: t('click'),
    many: t('clicks'),
    Many: t('Clicks'),
  },
  bio: {
    counted: (n) => t('{n, plural, one {# visit} other {# visits}}', { n }),
    one: t('visit'),
    many: t('visits'),
    Many: t('Visits'),
  },
  qr: {
    counted: (n) => t('{n, plural, one {# scan} other {# scans}}', { n }),
    one: t('scan'),
    many: t('scans'),
    Many: t('Scans'),
  },
});
