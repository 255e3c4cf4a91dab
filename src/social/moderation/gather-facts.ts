import { sql } from 'kysely';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { getModerationSettings } from './settings.ts';
import { namesIn } from '../../kernel/typed-text/tokens.ts';
import { distinctTokens } from '../text/distinct-tokens.ts';
import { getAuthor } from './get-author.ts';
import { rateLimitsOf } from './rules/pace.ts';
import { getScore } from './spam/get-score.ts';
import { spamTokens } from './spam/tokens.ts';
import type { Facts, Submission } from './submission.ts';
import type { Trust } from './trust/trust.ts';
import { findMatches, type FieldText } from './words/find-matches.ts';
import { linksOf } from './words/hosts.ts';

const repeatedWithin = minutes(5);

/** Loads all facts for the rules. */
export async function gatherFacts(app: App, author: Viewer, submission: Submission): Promise<Facts> {
  const texts = textsOf(submission);
  const { sharers, echoes, approvedCount, trust, authorIsLive } = await getAuthor(app, author, submission);
  const site = await getModerationSettings(app);
  const kind = submission.subject === 'post' ? submission.kind : undefined;
  return {
    now: app.clock.now(),
    authorIsLive,
    trust,
    spent: await getSpent(app, author, submission, trust),
    isRepeated: await isRepeated(app, author, submission),
    echoes,
    links: new Set(texts.flatMap(([, text]) => linksOf(text).map(({ address }) => address))).size,
    mentions: namesIn(texts.flatMap(([, text]) => distinctTokens(text, kind ?? 'post'))).length,
    sharers,
    matches: await findMatches(app, texts),
    spam: {
      score: submission.subject === 'reaction' ? null : await scoreOf(app, submission, site.spamAfter),
      hold: site.spamHold / 100,
      refuse: site.spamRefuse / 100,
    },
    approvedCount,
    reviewedFirstPosts: site.firstPosts,
  };
}

/** The submitted texts with their field names. */
function textsOf(submission: Submission): FieldText[] {
  if (submission.subject === 'reaction') return [];
  const field = 'field' in submission ? submission.field : 'text';
  return [
    [field, submission.text],
    ...('title' in submission ? [['title', submission.title] as const] : []),
    ...(submission.subject === 'post' ? (submission.alts ?? []).map((alt) => ['text', alt] as const) : []),
  ];
}

const scoreOf = (app: App, submission: Exclude<Submission, { subject: 'reaction' }>, min: number) =>
  getScore(
    app,
    spamTokens({ text: submission.text, title: 'title' in submission ? submission.title : '' }),
    min,
  );

async function getSpent(
  app: App,
  author: Viewer,
  submission: Submission,
  trust: Trust,
): Promise<Facts['spent']> {
  if (!app.config.RATE_LIMITS) return [];
  const spent = [];
  for (const pace of rateLimitsOf(submission, trust, app.config)) {
    if ('field' in submission) break;
    // Finds the oldest of the allowed number. If it exists within the period, the limit is used up.
    const last = await app.db
      .selectFrom(
        submission.subject === 'reaction' && submission.commentId !== undefined
          ? 'social.comment_reaction'
          : `social.${submission.subject}`,
      )
      .where(submission.subject === 'reaction' ? 'account_id' : 'author_id', '=', author.id)
      .where('created_at', '>', new Date(app.clock.now().getTime() - pace.within))
      .orderBy('created_at', 'desc')
      .offset(pace.calls - 1)
      .limit(1)
      .select('created_at')
      .executeTakeFirst();
    if (last) spent.push({ pace, oldest: last.created_at });
  }
  return spent;
}

/**
 * Whether the author just posted the same text, for comments below the same post. Deleted content does not
 * count.
 */
async function isRepeated(app: App, author: Viewer, submission: Submission): Promise<boolean> {
  if (submission.subject !== 'post' && submission.subject !== 'comment') return false;
  if (submission.text === '') return false;
  const since = new Date(app.clock.now().getTime() - repeatedWithin);
  const same = await app.db
    .selectFrom(`social.${submission.subject}`)
    .where('author_id', '=', author.id)
    .where('created_at', '>', since)
    .where('text', '=', submission.text)
    .where('deleted_at', 'is', null)
    .$call(whenGiven(submission.editing, (query, editing) => query.where('id', '!=', editing)))
    .$if(submission.subject === 'comment', (query) =>
      query.where(sql.ref('post_id'), '=', submission.subject === 'comment' ? submission.postId : ''),
    )
    .select('id')
    .executeTakeFirst();
  return same !== undefined;
}
