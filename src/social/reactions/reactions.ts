import { sql } from 'kysely';
import { livePerson } from '../../identity/account/people.ts';
import { type App, verb, perAccount, inTransaction, type Viewer } from '../../platform/app.ts';
import type { NumberedPage } from '../../platform/database/queries.ts';
import { getCommentHeader } from '../comments/comment.ts';
import { getComment } from '../comments/reading.ts';
import { moderate } from '../moderation/moderate.ts';
import { notify, withdraw } from '../notify/notify.ts';
import { blockedBetween } from '../people/person.ts';
import { peopleOnPage } from '../people/lists.ts';
import { getProfiles, type Profile } from '../people/profile.ts';
import { getPostHeader } from '../posts/reading/visible.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { type ReactionKind, reactionKinds } from '../tallies/reaction-kinds.ts';
import { tally } from '../tallies/tally.ts';
import { minutes } from '../../kernel/time.ts';

/** The subject of a reaction. */
export interface ReactionSubject {
  subject: 'post' | 'comment';
  id: string;
}

const reactionTables = {
  post: { table: 'reaction', column: 'post_id' },
  comment: { table: 'comment_reaction', column: 'comment_id' },
} as const;

/** SQL: the reaction table and id column of a subject. */
const reactionsTo = (subject: ReactionSubject['subject']) => ({
  table: sql.table(`social.${reactionTables[subject].table}`),
  column: sql.ref(reactionTables[subject].column),
});

/** Sets or replaces a person's reaction and updates counters. Returns whether it changed. */
async function setReaction(
  app: App,
  by: string,
  { subject, id }: ReactionSubject,
  kind: ReactionKind,
): Promise<boolean> {
  const { table, column } = reactionsTo(subject);
  const before = await sql<{ kind: ReactionKind }>`
    select kind from ${table} where ${column} = ${id} and account_id = ${by} for update`.execute(app.db);
  const former = before.rows[0]?.kind;
  if (former === kind) return false;
  await sql`insert into ${table} (${column}, account_id, kind, created_at)
    values (${id}, ${by}, ${kind}, ${app.clock.now()})
    on conflict (${column}, account_id)
    do update set kind = excluded.kind, created_at = excluded.created_at`.execute(app.db);
  await tally(app, [
    { subject, id, by, kind, n: 1 },
    ...(former ? [{ subject, id, by, kind: former, n: -1 } as const] : []),
  ]);
  return true;
}

/** Removes a person's reaction and updates counters. Returns whether there was one. */
async function dropReaction(app: App, by: string, { subject, id }: ReactionSubject): Promise<boolean> {
  const { table, column } = reactionsTo(subject);
  const { rows } = await sql<{ kind: ReactionKind }>`
    delete from ${table} where ${column} = ${id} and account_id = ${by} returning kind`.execute(app.db);
  const [taken] = rows;
  if (!taken) return false;
  await tally(app, [{ subject, id, by, kind: taken.kind, n: -1 }]);
  return true;
}

/**
 * Reacts to a post visible to the viewer. Another kind replaces the reaction, repeating it is a no-op, and null
 * takes it back.
 */
export const react = verb(
  { name: 'reactions.react', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, viewer: Viewer, postId: string, kind: ReactionKind | null): Promise<void> => {
    const { mine, author } = await getPostHeader(app, viewer, postId);
    if (mine === kind) return;
    const event = { kind: 'reaction', to: author.id, by: viewer.id, postId } as const;
    await change(app, viewer, { subject: 'post', id: postId }, kind, event);
  },
);

/** Reacts to a comment visible to the viewer, like `react` for a post. */
export const reactToComment = verb(
  { name: 'reactions.react-to-comment', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, viewer: Viewer, id: string, kind: ReactionKind | null): Promise<void> => {
    const { mine, postId, author } = await getCommentHeader(app, viewer, id);
    if (mine === kind) return;
    const event = { kind: 'reaction', to: author.id, by: viewer.id, postId, commentId: id } as const;
    await change(app, viewer, { subject: 'comment', id }, kind, event);
  },
);

/** Sets or drops a reaction, and notifies the author or withdraws the notification. */
async function change(
  app: App,
  viewer: Viewer,
  reacted: ReactionSubject,
  kind: ReactionKind | null,
  event: { kind: 'reaction'; to: string; by: string; postId: string; commentId?: string },
): Promise<void> {
  if (kind === null)
    return inTransaction(app, async (app) => {
      if (await dropReaction(app, viewer.id, reacted)) await withdraw(app, event);
    });
  const { postId, commentId } = event;
  await moderate(
    app,
    viewer,
    { subject: 'reaction', postId, ...(commentId !== undefined && { commentId }) },
    async (app) => {
      if (await setReaction(app, viewer.id, reacted, kind)) await notify(app, { ...event, reaction: kind });
      return reacted.id;
    },
  );
}

export interface PageOfReactors extends NumberedPage<{ person: Profile; kind: ReactionKind }> {
  /** Counts by reaction, as far as the viewer may know. */
  counts: Partial<Record<ReactionKind, number>>;
}

/**
 * Returns people who reacted to a post or comment, for viewers who can read it. Excludes people blocked in
 * either direction.
 */
export async function listReactors(
  app: App,
  viewer: Viewer | undefined,
  reacted: ReactionSubject,
  { kind, page = 0 }: { kind?: ReactionKind | undefined; page?: number | undefined } = {},
): Promise<PageOfReactors> {
  const { reactions } =
    reacted.subject === 'post'
      ? await getPost(app, viewer, reacted.id)
      : await getComment(app, viewer, reacted.id);
  const { table, column } = reactionsTo(reacted.subject);
  const { rows } = await sql<{ id: string; kind: ReactionKind }>`
    select reaction.account_id as id, reaction.kind from (
      select account_id, kind, created_at from ${table}
      where ${column} = ${reacted.id} ${kind ? sql`and kind = ${sql.lit(kind)}` : sql``}
      order by created_at desc, account_id desc offset 0
    ) as reaction
    cross join lateral ${livePerson('person', 'reaction.account_id')}
    where ${viewer ? sql`not ${blockedBetween('person.id', viewer.id)}` : sql`true`}
    order by reaction.created_at desc, reaction.account_id desc
    offset ${sql.lit(page * peopleOnPage)} limit ${sql.lit(peopleOnPage + 1)}`.execute(app.db);
  const shown = rows.slice(0, peopleOnPage);
  const kinds = new Map(shown.map(({ id, kind }) => [id, kind]));
  const people = await getProfiles(app, viewer, [...kinds.keys()]);
  return {
    items: people.map((person) => ({ person, kind: kinds.get(person.id) ?? 'like' })),
    hasMore: rows.length > peopleOnPage,
    // The counts of a post already exclude them.
    counts:
      reacted.subject === 'post' ? reactions : less(reactions, await countOfBlocked(app, viewer, reacted)),
  };
}

/** Counts the reactions to a comment by blocked people. The cost is bounded by the number of blocks. */
async function countOfBlocked(
  app: App,
  viewer: Viewer | undefined,
  { subject, id }: ReactionSubject,
): Promise<Map<ReactionKind, number>> {
  if (!viewer) return new Map();
  const { table, column } = reactionsTo(subject);
  const { rows } = await sql<{ kind: ReactionKind; n: number }>`
    select kind, count(*)::integer as n from ${table}
    where ${column} = ${id} and account_id in (
      select blocked_id from social.block where blocker_id = ${viewer.id}
      union select blocker_id from social.block where blocked_id = ${viewer.id})
    group by kind`.execute(app.db);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}

function less(
  all: PageOfReactors['counts'],
  some: ReadonlyMap<ReactionKind, number>,
): PageOfReactors['counts'] {
  return Object.fromEntries(
    reactionKinds.flatMap((kind) => {
      const left = (all[kind] ?? 0) - (some.get(kind) ?? 0);
      return left > 0 ? [[kind, left] as const] : [];
    }),
  );
}
