import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { gatherFacts } from './gather-facts.ts';
import { blockedWords } from './rules/blocked-words.ts';
import { crowded } from './rules/crowded.ts';
import { pace } from './rules/pace.ts';
import { repeated } from './rules/repeated.ts';
import { suspended } from './rules/suspended.ts';
import type { Submission } from './submission.ts';
import { decide, type Verdict } from './verdict.ts';

const rules = [suspended, repeated, pace, crowded, blockedWords];

/**
 * The one way to the public: posts, comments and reactions of people and agents alike. `publish` stores what was
 * submitted, held since `heldAt` when that is set, and returns its id; it is not called for what is refused, and the
 * refusal is thrown. All that one author publishes goes through one at a time, so that no two slip past a rule together.
 */
export async function moderate(
  app: App,
  author: Viewer,
  submission: Submission,
  publish: (app: App, heldAt: Date | null) => Promise<string>,
): Promise<string> {
  const result = await inTransaction(app, async (app) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`publish ${author.id}`}, 0))`.execute(app.db);
    const verdict = decide(rules, submission, await gatherFacts(app, author, submission));
    if (verdict.outcome === 'refuse') {
      await record(app, author, submission, verdict, null);
      return verdict.problem;
    }
    const id = await publish(app, verdict.outcome === 'hold' ? app.clock.now() : null);
    if (verdict.outcome === 'hold') await record(app, author, submission, verdict, id);
    return id;
  });
  if (typeof result !== 'string') throw result;
  return result;
}

/** What a page says of itself, or a term, put before the rules without being published by them. */
export interface TextToModerate {
  subject: 'page' | 'term';
  /** Of what exists already; left out: it is about to be. */
  id?: string | undefined;
  title?: string;
  text: string;
  /** Where a problem is named in the form. */
  field: string;
}

/**
 * Looks at a text that is kept by somebody else, in the transaction that keeps it: throws a `Problem` at its field, or
 * says whether a moderator has to see it before others do.
 */
export async function moderateText(
  app: App,
  author: Viewer,
  given: TextToModerate,
): Promise<'allow' | 'hold'> {
  const { subject, id = null, title = '', text, field } = given;
  const submission: Submission = { subject, title, text, field };
  const verdict = decide(rules, submission, await gatherFacts(app, author, submission));
  if (verdict.outcome === 'allow') return 'allow';
  await record(app, author, submission, verdict, id);
  if (verdict.outcome === 'refuse') throw verdict.problem;
  return 'hold';
}

async function record(
  app: App,
  author: Viewer,
  { subject }: Submission,
  verdict: Exclude<Verdict, { outcome: 'allow' }>,
  subjectId: string | null,
): Promise<void> {
  await app.db
    .insertInto('social.verdict')
    .values({
      author_id: author.id,
      subject,
      subject_id: subjectId,
      outcome: verdict.outcome,
      rule: verdict.rule,
      at: app.clock.now(),
    })
    .execute();
}
