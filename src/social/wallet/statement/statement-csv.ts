import type { App } from '../../../platform/app.ts';
import { csvSheet } from '../../../platform/archive/csv-sheet.ts';
import { plainMoney } from '../money/money.ts';
import type { StatementFilter } from './filter.ts';
import { listEntries } from './list-entries.ts';
import { nameOfKind } from './kinds.ts';

const atOnce = 2000;

/** A statement as CSV, newest entry first. Streamed, because it may not fit in memory. */
export function statementCsv(
  app: Pick<App, 'db' | 'config'>,
  personId: string,
  filter: StatementFilter,
): NodeJS.ReadableStream {
  return csvSheet(rows(app, personId, filter));
}

async function* rows(
  app: Pick<App, 'db' | 'config'>,
  personId: string,
  filter: StatementFilter,
): AsyncGenerator<(string | number)[]> {
  const { CURRENCY } = app.config;
  yield ['Transaction', 'Date (UTC)', 'Type', 'Member', `Amount (${CURRENCY})`, `Balance (${CURRENCY})`];
  let cursor: string | undefined;
  do {
    const page = await listEntries(app, personId, filter, { cursor, limit: atOnce });
    for (const entry of page.items)
      yield [
        entry.transactionId,
        entry.at.toISOString(),
        nameOfKind(entry.kind),
        entry.with ?? '',
        // As a number, so that a leading minus is not treated as a formula.
        Number(plainMoney(entry.amount)),
        Number(plainMoney(entry.balance)),
      ];
    cursor = page.next;
  } while (cursor !== undefined);
}
