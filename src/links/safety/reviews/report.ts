import { t } from '../../../kernel/translation/translate.ts';
/** Reasons for a report, by database name. */
export const reportCategories = () =>
  ({
    phishing: t('Phishing: imitates another site'),
    malware: t('Malware'),
    scam: t('Scam or fraud'),
    spam: t('Spam'),
    illegal: t('Illegal content'),
    other: t('Something else'),
  }) as const;
export type ReportCategory = keyof ReturnType<typeof reportCategories>;

export interface Report {
  category: ReportCategory;
  reason: string;
  contact: string;
  createdAt: Date;
  decidedAt: Date | null;
}
