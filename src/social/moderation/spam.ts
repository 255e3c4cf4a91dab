import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** The number of spam and ham texts with a token. */
interface TokenCount {
  spam: number;
  ham: number;
}

/** The prior of a rare token, and its weight as a number of occurrences. */
const prior = 0.5;
const priorWeight = 0.45;
/** Tokens closer to 0.5 are ignored. */
const minSignificance = 0.1;
const maxTokens = 150;

/** The spam probability of a token, from the texts that contain it. */
function chanceOf({ spam, ham }: TokenCount, texts: TokenCount): number {
  const inSpam = texts.spam === 0 ? 0 : spam / texts.spam;
  const inHam = texts.ham === 0 ? 0 : ham / texts.ham;
  if (inSpam + inHam === 0) return prior;
  const seen = spam + ham;
  return (priorWeight * prior + seen * (inSpam / (inSpam + inHam))) / (priorWeight + seen);
}

/**
 * The spam probability of a text, from 0 to 1. Naive Bayes per token, combined by Fisher's method, so that
 * unclear texts score near 0.5.
 */
function scoreOf(tokens: readonly TokenCount[], texts: TokenCount): number {
  const chances = tokens
    .map((count) => chanceOf(count, texts))
    .filter((chance) => Math.abs(chance - 0.5) >= minSignificance)
    .sort((a, b) => Math.abs(b - 0.5) - Math.abs(a - 0.5))
    .slice(0, maxTokens);
  if (chances.length === 0) return 0.5;
  let spam = 0;
  let ham = 0;
  for (const chance of chances) {
    spam += Math.log(1 - chance);
    ham += Math.log(chance);
  }
  const spammy = 1 - chiSquared(-2 * spam, chances.length);
  const hammy = 1 - chiSquared(-2 * ham, chances.length);
  return (1 + spammy - hammy) / 2;
}

/**
 * Chi-squared test: the probability that a sum of `2 * pairs` squared normal variables is at least `value`.
 */
function chiSquared(value: number, pairs: number): number {
  const half = value / 2;
  let term = Math.exp(-half);
  let sum = term;
  for (let index = 1; index < pairs; index += 1) {
    term *= half / index;
    sum += term;
  }
  return Math.min(sum, 1);
}

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

interface Lesson {
  caseId: string;
  isSpam: boolean;
  tokens: readonly string[];
  /** The spam score before the decision, if any. */
  score: number | null;
}

/** Trains the model with a decision. Replaces the former lesson of the same case. */
export async function learn(app: App, { caseId, isSpam, tokens, score }: Lesson): Promise<void> {
  if (tokens.length === 0) return;
  await unlearn(app, caseId);
  await app.db
    .insertInto('social.spam_lesson')
    .values({ case_id: caseId, is_spam: isSpam, tokens: [...tokens], score, at: app.clock.now() })
    .execute();
  await count(app, tokens, isSpam, 1);
}

/** Reverts the lesson of a case and returns it. */
export async function unlearn(app: App, caseId: string): Promise<Lesson | undefined> {
  const gone = await app.db
    .deleteFrom('social.spam_lesson')
    .where('case_id', '=', caseId)
    .returning(['is_spam', 'tokens', 'score'])
    .executeTakeFirst();
  if (!gone) return undefined;
  await count(app, gone.tokens, gone.is_spam, -1);
  return { caseId, isSpam: gone.is_spam, tokens: gone.tokens, score: gone.score };
}

async function count({ db }: App, tokens: readonly string[], isSpam: boolean, n: 1 | -1): Promise<void> {
  // Sorted to lock rows in the same order, so that concurrent decisions do not deadlock.
  const sorted = [allTexts, ...tokens].sort();
  await sql`
    insert into social.spam_token (token, spam, ham)
    select token, ${isSpam ? n : 0}::integer, ${isSpam ? 0 : n}::integer from unnest(${sorted}::text[]) as token
    on conflict (token) do update set spam = greatest(social.spam_token.spam + excluded.spam, 0),
      ham = greatest(social.spam_token.ham + excluded.ham, 0)`.execute(db);
}
