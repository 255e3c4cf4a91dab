import { sql } from 'kysely';
import { msg, invalid, type Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { distinctTokens } from '../text/rendered.ts';
import { prepareTexts, type TextCall } from '../text/prepared.ts';
import { openCase } from './case.ts';
import { gatherFacts, saveFingerprint } from './facts.ts';
import {
  firstPosts,
  linkAndMentionLimits,
  listed,
  nearDuplicates,
  pace,
  repeated,
  sameLink,
  spam,
  suspended,
} from './rules.ts';
import { distinctWords, fingerprintOf, foldText, linksOf, spacedWords, tokensOf } from './text-marks.ts';
import { decideSubmission, type Facts, type Submission, type Verdict } from './verdict.ts';

export const rules = [
  suspended,
  repeated,
  pace,
  listed,
  linkAndMentionLimits,
  nearDuplicates,
  sameLink,
  spam,
  firstPosts,
];

/**
 * All posts, comments and reactions of people and agents are published through this function. `publish`
 * stores the submission, held if `heldAt` is set, and returns its id. Throws for a rejected submission
 * without calling `publish`. Submissions of one author are serialized, so that two cannot pass a rule
 * together.
 */
export async function moderate(
  app: App,
  author: Viewer,
  submission: Submission,
  publish: Publish,
): Promise<string> {
  if (submission.subject !== 'reaction') await prepareSubmission(app, author, submission);
  return moderateEdit(app, author, () => Promise.resolve({ submission, publish }));
}

type Publish = (app: App, heldAt: Date | null) => Promise<string>;

/**
 * Moderates an edit that depends on stored content. `prepare` runs in the transaction under the author's
 * lock, and locks the row it reads.
 */
export async function moderateEdit(
  app: App,
  author: Viewer,
  prepare: (app: App) => Promise<{ submission: Submission; publish: Publish }>,
): Promise<string> {
  const result = await inTransaction(app, async (app) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`publish ${author.id}`}, 0))`.execute(app.db);
    const { submission, publish } = await prepare(app);
    const facts = await gatherFacts(app, author, submission);
    const verdict = decideSubmission(rules, submission, facts);
    if (verdict.outcome === 'refuse') {
      await record(app, author, { submission, verdict, facts, id: null });
      return verdict.problem;
    }
    const id = await publish(app, verdict.outcome === 'hold' ? app.clock.now() : null);
    await saveFingerprint(app, author, submission, id, facts.trust);
    if (verdict.outcome === 'hold') await record(app, author, { submission, verdict, facts, id });
    else if ('editing' in submission) await remoderate(app, submission.subject, id);
    return id;
  });
  if (typeof result !== 'string') throw result;
  return result;
}

/**
 * Text that is moderated by the rules but stored by the caller: a page's description, a term, a private
 * message or a plan.
 */
interface TextToModerate {
  subject: 'page' | 'term' | 'message' | 'plan';
  /** The ID of existing content. Undefined for new content. */
  id?: string | undefined;
  title?: string;
  text: string;
  /** The form field that errors refer to. */
  field: string;
  /** Whether strangers read the message. Its copies to others are then detected. */
  toStrangers?: boolean;
}

/** Carries the verdict of a rejected submission until `inModeratedTransaction` records it. */
class Refusal extends Error {
  readonly judged: Judged;
  readonly problem: Problem;
  constructor(judged: Judged, problem: Problem) {
    super(problem.message);
    this.judged = judged;
    this.problem = problem;
  }
}

/** Runs a transaction that uses `moderateText`. A rejection rolls it back but is recorded anyway. */
export function inModeratedTransaction<Result>(
  app: App,
  author: Viewer,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app, work).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    await record(app, author, error.judged);
    throw error.problem;
  });
}

/**
 * Moderates text that the caller stores, within `inModeratedTransaction`. Throws a `Problem` at its field, or
 * returns whether the text must be held for review.
 */
export async function moderateText(
  app: App,
  author: Viewer,
  given: TextToModerate,
): Promise<'allow' | 'hold'> {
  const { subject, id = null, title = '', text, field, toStrangers = false } = given;
  const submission: Submission =
    subject === 'message'
      ? { subject, title, text, field, toStrangers, ...(id !== null && { editing: id }) }
      : { subject, title, text, field };
  const facts = await gatherFacts(app, author, submission);
  const verdict = decideSubmission(rules, submission, facts);
  if (verdict.outcome === 'allow') {
    if (id !== null) await saveFingerprint(app, author, submission, id, facts.trust);
    return 'allow';
  }
  if (verdict.outcome === 'refuse')
    throw new Refusal({ submission, verdict, facts, id: null }, verdict.problem);
  await record(app, author, { submission, verdict, facts, id });
  return 'hold';
}

interface Judged {
  submission: Submission;
  verdict: Exclude<Verdict, { outcome: 'allow' }>;
  facts: Facts;
  /** The ID of the resulting content. Null if there is none yet. */
  id: string | null;
}

async function record(app: App, author: Viewer, { submission, verdict, facts, id }: Judged): Promise<void> {
  const { subject } = submission;
  const { rule, outcome, detail = '' } = verdict;
  const { score } = facts.spam;
  await app.db
    .insertInto('social.verdict')
    .values({
      author_id: author.id,
      subject,
      subject_id: id,
      outcome,
      rule,
      detail,
      score,
      at: app.clock.now(),
    })
    .execute();
  // Held terms wait as suggestions for glossary editors instead of in the moderation queue.
  if (
    outcome === 'hold' &&
    id !== null &&
    subject !== 'reaction' &&
    subject !== 'term' &&
    subject !== 'message' &&
    subject !== 'plan'
  )
    await openCase(app, { subject, id, authorId: author.id, held: { rule, detail, score } });
}

/** Returns edited content that a moderator hid to the queue. */
async function remoderate(app: App, subject: Submission['subject'], id: string): Promise<void> {
  if (subject !== 'post' && subject !== 'comment') return;
  const hidden = await app.db
    .selectFrom(`social.${subject}`)
    .where('id', '=', id)
    .where('held_at', 'is not', null)
    .select('author_id')
    .executeTakeFirst();
  const held = { rule: 'changed', detail: t('Edited by the author while it was held'), score: null };
  if (hidden) await openCase(app, { subject, id, authorId: hidden.author_id, held });
}

/** Reads a long text for the rules in a sandbox. Call this before the transaction that moderates it. */
export const prepareSubmission = (
  app: App,
  author: Pick<Viewer, 'id'>,
  { text, title = '', kind = 'post' }: { text: string; title?: string; kind?: string },
  more: readonly TextCall[] = [],
): Promise<void> =>
  prepareTexts(app, author.id, [
    distinctTokens.call(text, kind),
    linksOf.call(text),
    tokensOf.call(text, title),
    fingerprintOf.call(text),
    foldText.call(text),
    spacedWords.call(text),
    distinctWords.call(text),
    ...more,
  ]);

/** About the text alone. The others are about what is new. */
const rulesForOld = [suspended, listed, linkAndMentionLimits, spam];

/** Throws if the rules would hold or reject a post that was published elsewhere before. */
export async function refuseUnwelcome(app: App, author: Viewer, submission: Submission): Promise<void> {
  const verdict = decideSubmission(rulesForOld, submission, await gatherFacts(app, author, submission));
  if (verdict.outcome === 'refuse') throw verdict.problem;
  if (verdict.outcome === 'hold') throw invalid('text', msg('A moderator would have to review this first'));
}

/** The verdict on a text, with its rule and reason. */
export interface Trial {
  outcome: 'allow' | 'hold' | 'refuse';
  rule: string;
  detail: string;
  score: number | null;
}

/** Tests a text as if written by an average member. Stores nothing. */
export async function tryText(app: App, moderator: Viewer, text: string): Promise<Trial> {
  const submission: Submission = { subject: 'post', kind: 'post', title: '', text };
  await prepareSubmission(app, moderator, submission);
  const gathered = await gatherFacts(app, moderator, submission);
  const facts = { ...gathered, trust: 'basic', spent: [], approvedCount: 0, reviewedFirstPosts: 0 } as const;
  const verdict = decideSubmission(rules, submission, facts);
  const { score } = facts.spam;
  if (verdict.outcome === 'allow') return { outcome: 'allow', rule: '', detail: '', score };
  const detail = verdict.outcome === 'refuse' ? t(verdict.problem.text) : verdict.detail;
  return { outcome: verdict.outcome, rule: verdict.rule, detail, score };
}
