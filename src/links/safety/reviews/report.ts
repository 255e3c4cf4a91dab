/** What the public may say is wrong with a link, by its name in the database. */
export const reportCategories = {
  phishing: 'Phishing: imitates another site',
  malware: 'Malware',
  scam: 'Scam or fraud',
  spam: 'Spam',
  illegal: 'Illegal content',
  other: 'Something else',
} as const;
export type ReportCategory = keyof typeof reportCategories;

export interface Report {
  category: ReportCategory;
  reason: string;
  contact: string;
  createdAt: Date;
  decidedAt: Date | null;
}
