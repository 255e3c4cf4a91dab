import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { scoreOf, type TokenCount } from './score.ts';

/** The token of the row that counts the texts. */
export const allTexts = '';

/**
 * Returns the spam probability in one query. Null until the model has learned at least `min` texts of each
 * kind.
 */
export async function getScore(
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
