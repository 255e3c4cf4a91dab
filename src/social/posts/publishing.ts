import { sql } from 'kysely';
import { Type } from 'typebox';
import { livePeople } from '../../identity/account/people.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { linksIn, namesIn, tagsIn, type Token } from '../../kernel/typed-text/tokens.ts';
import { type App, verb, perAccount, type Viewer } from '../../platform/app.ts';
import { addJob, jobKind } from '../../platform/jobs/jobs.ts';
import { moderate } from '../moderation/moderate.ts';
import { notifyMentioned } from '../notify/comments-and-mentions.ts';
import { announceCountersAbout } from '../notify/notify.ts';
import { blockedBetween } from '../people/person.ts';
import { requestPreview } from '../previews/fetching.ts';
import { countAnswer, countForumAuthors, countInForum, repliesOf, wholeThread } from '../tallies/posts.ts';
import { type TallyChange, tally } from '../tallies/tally.ts';
import { distinctTokens } from '../text/rendered.ts';
import { savePictures } from '../uploads/uploads.ts';
import { addAttachments, addPhotos, listUploadNames, saveVideo } from './attachments.ts';
import { checkPost, type NewPost } from './new-post.ts';
import { checkPaywall, drawBlur, lockContent } from './paywall.ts';
import { checkPoll, savePoll } from './polls/poll.ts';
import { checkShare, notifyShare, refuseSharedTwice } from './sharing.ts';
import { checkContinuations, continuationOf } from './threads.ts';
import { minutes } from '../../kernel/time.ts';

/**
 * Publishes a post of any kind, subject to moderation. `also` stores the additional data of its kind in the
 * same transaction, including counters and notifications. Returns the id. Throws a `Problem` at the invalid
 * field.
 */
export const publishPost = verb(
  { name: 'posts.publish', who: 'member', limit: perAccount(60, minutes(5)) },
  async (
    app,
    author: Viewer,
    given: NewPost,
    also?: (app: App, id: string, heldAt: Date | null) => Promise<void>,
  ): Promise<string> => {
    const post = await checkShare(app, author, checkPost(given));
    if (post.poll) post.poll = checkPoll(post.poll);
    const thread = checkContinuations(post);
    const paywall = await checkPaywall(app, author, post);
    const blur = paywall
      ? await drawBlur(app, given.cover ?? post.photos[0]?.path ?? post.video?.poster)
      : '';
    const names = await listUploadNames(app, author, post.attachments ?? []);
    // A thread is published, held or rejected as one.
    const all = [post, ...thread];
    const submission = toSubmission({
      ...post,
      text: all.map(({ text }) => text).join('\n\n'),
      photos: all.flatMap(({ photos }) => photos),
      paywall,
      names: [...names.values()],
    });
    return moderate(app, author, submission, async (app, heldAt) => {
      const open = paywall ? { ...post, text: paywall.teaser } : post;
      const [id = ''] = await insert(app, author, [open], heldAt);
      const parts = thread.map((part) => checkPost(continuationOf(open, id, part)));
      if (parts.length > 0) await insert(app, author, parts, heldAt);
      await also?.(app, id, heldAt);
      if (paywall) await lockContent(app, id, { ...paywall, text: post.text, blur });
      await savePictures(app, id);
      return id;
    });
  },
);

/** Shares a post with text of one's own, which may be empty. Returns the id of the share. */
export const sharePost = verb(
  { name: 'posts.share', who: 'member', limit: perAccount(120, minutes(5)) },
  (app, author: Viewer, quoteId: string, { text, privacy }: Pick<NewPost, 'text' | 'privacy'>) =>
    publishPost(app, author, { text, privacy, photos: [], quoteId }),
);

/** The content of a post for the moderation rules. */
export const toSubmission = (
  post: Pick<NewPost, 'kind' | 'title' | 'text' | 'photos' | 'warning' | 'video' | 'poll' | 'paywall'> & {
    /** Names of attached files. */
    names?: readonly string[];
  },
) =>
  ({
    subject: 'post',
    kind: post.kind ?? 'post',
    title: post.title ?? '',
    text: post.text,
    alts: [
      ...post.photos.map(({ alt }) => alt),
      post.warning ?? '',
      post.paywall?.teaser ?? '',
      post.video?.alt ?? '',
      ...(post.poll?.options ?? []),
      ...(post.names ?? []),
    ],
  }) as const;

/** Stores posts in one statement, and what belongs to them only where there is any. Returns their ids in order. */
async function insert(
  app: App,
  author: Viewer,
  posts: readonly ReturnType<typeof checkPost>[],
  heldAt: Date | null,
): Promise<string[]> {
  const parsed = posts.map((post) => ({ post, tokens: distinctTokens(post.text, post.kind) }));
  for (const { post, tokens } of parsed) {
    refuseManyHashtags(tokens);
    await refuseSharedTwice(app, author, post);
  }
  const rows = await app.db
    .insertInto('social.post')
    .values(
      parsed.map(({ post, tokens }) => ({
        author_id: author.id,
        kind: post.kind,
        title: post.title,
        text: post.text,
        privacy: post.privacy,
        parent_id: post.parentId ?? null,
        page_id: post.pageId ?? null,
        group_id: post.groupId ?? null,
        quote_id: post.quoteId ?? null,
        warning: post.warning,
        link: linksIn(tokens)[0] ?? null,
        created_at: app.clock.now(),
        held_at: heldAt,
        agent_name: author.agentName ?? null,
      })),
    )
    .returning('id')
    .execute();
  const stored = parsed.map((each, at) => ({ ...each, id: rows[at]?.id ?? '' }));
  await addHashtags(app, stored);
  const mentioning = new Set<string>();
  for (const { id, post, tokens } of stored) {
    await addPhotos(app, author, id, post.photos);
    if (post.video) await saveVideo(app, author, id, post.video);
    await addAttachments(app, author, id, post.attachments ?? []);
    if (post.poll) await savePoll(app, id, post.poll);
    const named = await addMentions(app, author.id, { post_id: id, comment_id: null }, tokens);
    if (named > 0) mentioning.add(id);
    if (linksIn(tokens).length > 0) await requestPreview(app, id);
  }
  // Held content is counted and notified when it is approved.
  if (heldAt) return stored.map(({ id }) => id);
  await countPosts(app, stored);
  for (const { id, post } of stored) {
    if (mentioning.has(id)) await notifyMentioned(app, author.id, { postId: id });
    if (post.quoteId !== undefined) await notifyShare(app, id);
  }
  return stored.map(({ id }) => id);
}

/** Counts new posts. The parts of a thread are counted in one statement. */
async function countPosts(
  app: App,
  posts: readonly { id: string; post: ReturnType<typeof checkPost> }[],
): Promise<void> {
  const isPart = ({ kind, parentId }: { kind: string; parentId?: string | undefined }) =>
    kind === 'post' && parentId !== undefined;
  for (const { id, post } of posts) if (!isPart(post)) await countPost(app, id, 1);
  await tally(
    app,
    posts.flatMap(({ id, post }) =>
      isPart(post)
        ? [{ subject: 'post', id: post.parentId ?? '', kind: 'replies', by: id, n: 1 } as const]
        : [],
    ),
  );
}

/** Each is a row that is indexed. People use a few dozen at most. */
const maxHashtags = 200;

/** Call this before the text is stored, which costs more. */
export function refuseManyHashtags(tokens: readonly Token[]): void {
  if (tagsIn(tokens).length > maxHashtags)
    throw invalid('text', msg('Use at most {maxHashtags} different hashtags', { maxHashtags }));
}

/** Replaces the stored hashtags of a post with those in its text. */
export async function saveHashtags(app: App, postId: string, tokens: readonly Token[]): Promise<void> {
  await app.db.deleteFrom('social.hashtag').where('post_id', '=', postId).execute();
  await addHashtags(app, [{ id: postId, tokens }]);
}

async function addHashtags(
  { db }: App,
  posts: readonly { id: string; tokens: readonly Token[] }[],
): Promise<void> {
  const rows = posts.flatMap(({ id, tokens }) => tagsIn(tokens).map((tag) => ({ tag, post_id: id })));
  if (rows.length > 0) await db.insertInto('social.hashtag').values(rows).execute();
}

/** A post, or a comment on it. */
interface Place {
  post_id: string;
  comment_id: string | null;
}

/** Replaces the stored mentions of a post or comment. */
export async function saveMentions(
  app: App,
  authorId: string,
  place: Place,
  tokens: readonly Token[],
): Promise<void> {
  await app.db
    .deleteFrom('social.mention')
    .where('post_id', '=', place.post_id)
    .where('comment_id', 'is not distinct from', place.comment_id)
    .execute();
  await addMentions(app, authorId, place, tokens);
}

/** Stores the mentions of something new. People who blocked the author are not mentioned. Returns how many are. */
export async function addMentions(
  app: App,
  authorId: string,
  place: Place,
  tokens: readonly Token[],
): Promise<number> {
  const names = namesIn(tokens);
  if (names.length === 0) return 0;
  const people = await app.db
    .selectFrom(livePeople('person'))
    .where('person.username_key', '=', sql<string>`any(${names}::text[])`)
    .where((eb) => eb.not(blockedBetween('person.id', authorId)))
    .select(['person.id', 'person.username_key'])
    .execute();
  const rows = people.map(({ id, username_key }) => ({ ...place, account_id: id, as_written: username_key }));
  if (rows.length > 0) await app.db.insertInto('social.mention').values(rows).execute();
  return rows.length;
}

/**
 * Adds a post that became visible to the counters of its author or page, its parent and the post it shares,
 * or subtracts one that is no longer visible. Held and deleted posts are not counted.
 */
export async function countPost(app: App, id: string, n: 1 | -1): Promise<void> {
  const post = await app.db
    .selectFrom('social.post')
    .where('id', '=', id)
    .select(['author_id', 'kind', 'parent_id', 'page_id', 'group_id', 'quote_id'])
    .executeTakeFirstOrThrow();
  const changes: TallyChange[] = [];
  if (post.parent_id !== null)
    changes.push({ subject: 'post', id: post.parent_id, kind: 'replies', by: id, n });
  else if (post.page_id !== null)
    changes.push({ subject: 'page', id: post.page_id, kind: 'posts', by: id, n });
  // The number would reveal what people post in groups that others do not see.
  else if (post.group_id === null)
    changes.push({ subject: 'person', id: post.author_id, kind: 'posts', by: id, n });
  if (post.quote_id !== null && post.parent_id === null)
    changes.push({ subject: 'post', id: post.quote_id, kind: 'shares', by: id, n });
  const isInForum = post.kind === 'thread' || post.kind === 'reply';
  if (isInForum) changes.push(...(await countInForum(app, { id, threadId: post.parent_id ?? id, n })));
  await tally(app, changes);
  if (isInForum) await countForumAuthors(app, post.parent_id === null ? wholeThread(id) : repliesOf([id]), n);
  if (post.kind === 'answer' && post.parent_id !== null)
    await countAnswer(app, { id, questionId: post.parent_id }, n);
  if (n === -1) await announceCountersAbout(app, { postId: id });
  // Feeds already show the post. Fan-out makes reading it cheaper.
  if (n === 1 && post.parent_id === null) await addJob(app, fanOutJob, { id });
  if (n === 1 && post.parent_id === null && post.group_id !== null)
    await addJob(app, notifyGroup, { id, isPinned: false });
}

/** Writes a new post into its readers' feeds. */
export const fanOutJob = jobKind('social.fan-out', Type.Object({ id: Type.String() }));

/** Notifies the members of a group of a new post or announcement. `after`: the last who was notified. */
export const notifyGroup = jobKind(
  'social.notify-group',
  Type.Object({ id: Type.String(), isPinned: Type.Boolean(), after: Type.Optional(Type.String()) }),
);
