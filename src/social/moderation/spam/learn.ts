import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { allTexts } from './get-score.ts';

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
