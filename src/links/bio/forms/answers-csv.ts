import type { App } from '../../../platform/app.ts';
import { csvSheet } from '../../../platform/archive/csv-sheet.ts';
import { sqlDate } from '../../../kernel/time.ts';
import { listAnswers } from './answers.ts';

const atOnce = 500;

/** Streams all submissions of a page as CSV, newest first, because they may not fit in memory. */
export function answersCsv(app: Pick<App, 'db'>, bioId: string): NodeJS.ReadableStream {
  return csvSheet(rows(app, bioId));
}

async function* rows(app: Pick<App, 'db'>, bioId: string): AsyncGenerator<string[]> {
  yield ['Form', 'Name', 'Email', 'Message', 'Sent (UTC)'];
  let before: string | undefined;
  for (;;) {
    const answers = await listAnswers(app, bioId, { before, limit: atOnce });
    for (const { form, name, email, message, createdAt } of answers)
      yield [form, name, email, message, sqlDate(createdAt)];
    before = answers.at(-1)?.id;
    if (answers.length < atOnce) return;
  }
}
