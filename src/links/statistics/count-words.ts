import { t } from '../../kernel/translation/translate.ts';
import type { Purpose } from './subject.ts';

/** Texts for what is counted, such as clicks or scans. */
export interface CountWords {
  counted: (n: number) => string;
  /** Label for the time of the last one. */
  last: string;
  many: string;
  /** Capitalized, for the start of a label. */
  Many: string;
}

export const countWords = (): Readonly<Record<Purpose, CountWords>> => ({
  link: {
    counted: (n) => t('{n, plural, one {# click} other {# clicks}}', { n }),
    last: t('Last click'),
    many: t('clicks'),
    Many: t('Clicks'),
  },
  bio: {
    counted: (n) => t('{n, plural, one {# visit} other {# visits}}', { n }),
    last: t('Last visit'),
    many: t('visits'),
    Many: t('Visits'),
  },
  qr: {
    counted: (n) => t('{n, plural, one {# scan} other {# scans}}', { n }),
    last: t('Last scan'),
    many: t('scans'),
    Many: t('Scans'),
  },
});
