import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { ArchiveSection } from '../../platform/archive/section.ts';

/** What the archive of an account's data has of sales. */
export const saleSections = (_app: App, accountId: string): ArchiveSection[] => [
  {
    name: 'paid-results',
    title: 'Paid API results',
    about: 'How many items of your public content were in answers that agents and apps paid for, by day.',
    rows: sql`select to_char(day, 'YYYY-MM-DD') as day, operation, items
      from paid.author_sale where account_id = ${accountId} order by day desc, operation`,
  },
];
