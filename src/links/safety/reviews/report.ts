/** What the public may say is wrong with a link, by its name in the database. */
export const reportCategories = {
  phishing: 'It poses as another site, to steal passwords or money',
  malware: 'It spreads harmful programs',
  scam: 'It is a fraud, or sells what does not exist',
  spam: 'It was sent to me unasked',
  illegal: 'What it leads to is against the law',
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
