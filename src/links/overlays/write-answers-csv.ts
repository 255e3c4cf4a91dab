import type { App } from '../../platform/app.ts';
import { csvSheet } from '../../platform/archive/csv-sheet.ts';
import { sqlDate } from '../../kernel/time.ts';
import type { StoredAnswer } from './answer.ts';
import { listAnswers } from './answers.ts';

const atOnce = 500;
const heading = ['date', 'link', 'name', 'email', 'message', 'choice', 'agreed_to'];

/** Streams all responses to an overlay as CSV, newest first, in batches to limit memory use. */
export const writeAnswersCsv = (app: Pick<App, 'db'>, overlayId: string): NodeJS.ReadableStream =>
  csvSheet(rows(app, overlayId), { lineEnd: 'windows' });

async function* rows(app: Pick<App, 'db'>, overlayId: string): AsyncGenerator<string[]> {
  yield heading;
  let before: string | undefined;
  for (;;) {
    const answers = await listAnswers(app, overlayId, { before, count: atOnce });
    yield* answers.map(cellsOf);
    before = answers.at(-1)?.id;
    if (answers.length < atOnce) return;
  }
}

const cellsOf = ({ createdAt, alias, content }: StoredAnswer): string[] => [
  sqlDate(createdAt),
  alias ?? '',
  content.name ?? '',
  content.email ?? '',
  content.message ?? '',
  content.choice ?? '',
  content.agreedTo ?? '',
];
