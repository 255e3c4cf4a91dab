import type { App } from '../../../platform/app.ts';
import { announceClicks } from '../announce-clicks.ts';
import { isLine } from '../click.ts';
import { insertStatement } from './insert-statement.ts';
import { whileStoring } from './while-storing.ts';

/**
 * Puts lines as `toLine` makes them into the database: the clicks, who is a new visitor today, and the counts. A click
 * that is there already changes nothing, so lines may come again. Answers how many were new.
 */
export async function insertClicks(app: App, lines: Buffer): Promise<number> {
  try {
    return await insertLines(app, lines);
  } catch (error) {
    if (!isBadText(error)) throw error;
    // Never our own writing: what a power cut left in the file. The rest of the lines count all the same.
    const whole = lines.toString('latin1').split('\n').filter(isLine).join('\n');
    app.log.warn(
      { bytes: lines.length, whole: whole.length },
      'the click spool has damaged lines; they were omitted',
    );
    return insertLines(app, Buffer.from(whole));
  }
}

/** PostgreSQL's class 22: a value that is no uuid, no number, no UTF-8. And what `unistr` says of an escape that is none. */
const isBadText = (error: unknown) => /^(22|42601)/.test(String((error as { code?: unknown } | null)?.code));

function insertLines(app: App, lines: Buffer): Promise<number> {
  return whileStoring(app, async (within) => {
    const { rows } = await insertStatement(lines).execute(within.db);
    const { clicks, accounts } = rows[0] ?? { clicks: 0, accounts: [] };
    if (accounts.length > 0) await announceClicks(within, accounts);
    return clicks;
  });
}
