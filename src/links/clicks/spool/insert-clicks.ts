import type { App } from '../../../platform/app.ts';
import { publishClicks } from '../announce-clicks.ts';
import { isLine } from '../click.ts';
import { insertStatement } from './insert-statement.ts';
import { withClickLock } from './click-lock.ts';

/**
 * Stores lines written by `toLine`: the clicks, the day's new visitors and the counts. Clicks that already
 * exist are ignored, so retries are safe. Returns the number of new clicks.
 */
export async function insertClicks(app: App, lines: Buffer): Promise<number> {
  try {
    return await insertLines(app, lines);
  } catch (error) {
    if (!isBadText(error)) throw error;
    // The damage comes from a power failure, not from our own writes. The other lines still count.
    const whole = lines.toString('latin1').split('\n').filter(isLine).join('\n');
    app.log.warn({ bytes: lines.length, whole: whole.length }, 'skipped damaged lines in the click spool');
    return insertLines(app, Buffer.from(whole));
  }
}

/**
 * PostgreSQL error class 22 (invalid uuid, number or UTF-8), and the error of `unistr` for an invalid escape.
 */
const isBadText = (error: unknown) => /^(22|42601)/.test(String((error as { code?: unknown } | null)?.code));

function insertLines(app: App, lines: Buffer): Promise<number> {
  return withClickLock(app, async (within) => {
    const { rows } = await insertStatement(lines).execute(within.db);
    const { clicks, accounts } = rows[0] ?? { clicks: 0, accounts: [] };
    if (accounts.length > 0) await publishClicks(within, accounts);
    return clicks;
  });
}
