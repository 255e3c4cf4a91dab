import { sql } from 'kysely';
import { livePeople } from '../../identity/live-people.ts';
import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { linksIn, namesIn, readTokens } from '../posts/text/tokens.ts';
import { pacesOf } from './rules/pace.ts';
import type { Facts, Submission } from './submission.ts';

const newcomerFor = days(1);
const repeatedWithin = minutes(5);

/** Everything the rules want to know, read once. */
export async function gatherFacts(app: App, author: Viewer, submission: Submission): Promise<Facts> {
  const now = app.clock.now();
  const isTrusted = may(author, 'operate') || may(author, 'moderate');
  const isNewcomer = !isTrusted && now.getTime() - author.registeredAt.getTime() < newcomerFor;
  const text = 'text' in submission ? submission.text : '';
  const tokens = readTokens(text);
  const beside = [
    ...('title' in submission ? [submission.title] : []),
    ...(submission.subject === 'post' ? (submission.alts ?? []) : []),
  ];
  return {
    now,
    authorIsLive: await isLive(app, author),
    isNewcomer,
    spent: await readSpent(app, author, submission, isNewcomer),
    isRepeated: await isRepeated(app, author, submission),
    links: linksIn(tokens).length,
    mentions: namesIn(tokens).length,
    blockedWords: await findBlockedWords(app, [text, ...beside].join('\n')),
  };
}

async function isLive(app: App, author: Viewer): Promise<boolean> {
  const found = await app.db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', author.id)
    .select('person.id')
    .executeTakeFirst();
  return found !== undefined;
}

async function readSpent(
  app: App,
  author: Viewer,
  submission: Submission,
  isNewcomer: boolean,
): Promise<Facts['spent']> {
  if (!app.config.RATE_LIMITS) return [];
  const spent = [];
  for (const pace of pacesOf(submission, isNewcomer, app.config)) {
    if (submission.subject === 'page' || submission.subject === 'term') break;
    // The last of the allowed number: when it lies within the time, they are used up.
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

/** The same post again, or the same comment below the same post. What was deleted may be said again. */
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
    .$if(submission.editing !== undefined, (query) => query.where('id', '!=', submission.editing ?? ''))
    .$if(submission.subject === 'comment', (query) =>
      query.where(sql.ref('post_id'), '=', submission.subject === 'comment' ? submission.postId : ''),
    )
    .select('id')
    .executeTakeFirst();
  return same !== undefined;
}

/** Whole words only: nobody is kept back for living in Scunthorpe. */
async function findBlockedWords(
  app: App,
  text: string,
): Promise<{ word: string; outcome: 'hold' | 'refuse' }[]> {
  const words = [
    ...new Set(
      text
        .normalize('NFC')
        .toLowerCase()
        .match(/[\p{L}\p{N}\p{M}]+/gu),
    ),
  ];
  if (words.length === 0) return [];
  return app.db
    .selectFrom('social.blocked_word')
    .where('word', '=', sql<string>`any(${words}::text[])`)
    .select(['word', sql<'hold' | 'refuse'>`outcome`.as('outcome')])
    .execute();
}
