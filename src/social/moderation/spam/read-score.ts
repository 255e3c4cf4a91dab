import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { scoreOf, type TokenCount } from './score.ts';

/** The row that counts the texts themselves. */
export const allTexts = '';

/** How likely spam it is; null while moderators have taught it fewer than `least` texts of either kind. One query. */
export async function readScore(
  { db }: Pick<App, 'db'>,
  tokens: readonly string[],
  min: number,
): Promise<number | null> {
  if (tokens.length === 0) return null;
  const rows = await db
    .selectFrom('social.spam_token')
    .where('token', '=', sql<string>`any(${[allTexts, ...tokens]}::text[])`)
    .select(['token', 'spam', 'ham'])
    .execute();
  const texts: TokenCount | undefined = rows.find(({ token }) => token === allTexts);
  if (!texts || texts.spam < min || texts.ham < min) return null;
  return scoreOf(
    rows.filter(({ token }) => token !== allTexts),
    texts,
  );
}
