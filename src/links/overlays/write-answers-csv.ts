import type { App } from '../../platform/app.ts';
import { sqlDate } from '../../kernel/time.ts';
import type { StoredAnswer } from './answer.ts';
import { listAnswers } from './answers.ts';

const atOnce = 500;
const heading = ['date', 'link', 'name', 'email', 'message', 'choice', 'agreed_to'];

/** Writes all responses to an overlay as CSV, newest first, in batches to limit memory use. */
export async function* writeAnswersCsv(app: Pick<App, 'db'>, overlayId: string): AsyncGenerator<string> {
  yield toLine(heading);
  let before: string | undefined;
  for (;;) {
    const answers = await listAnswers(app, overlayId, { before, count: atOnce });
    yield answers.map((answer) => toLine(cellsOf(answer))).join('');
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

const toLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`;

/** Quotes a cell (RFC 4180). Formulas get an apostrophe, because visitors wrote the text. */
function toCell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
