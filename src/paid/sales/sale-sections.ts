import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';

/** The sales section of an account's data export. */
export const saleSections = (_app: App, accountId: string): ArchiveSection[] => [
  {
    name: 'paid-results',
    title: t('Paid API results'),
    about: t('Items of your public content in paid API results, by day.'),
    rows: sql`select to_char(day, 'YYYY-MM-DD') as day, operation, items
      from paid.author_sale where account_id = ${accountId} order by day desc, operation`,
  },
];
