import { t } from '../../../kernel/translation/translate.ts';
/** What the public may say is wrong with a link, by its name in the database. */
export const reportCategories = () =>
  ({
    phishing: 'Phishing: imitates another site',
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
