import { sql } from 'kysely';
import { livePerson } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getComment } from '../comments/reading.ts';
import { blockedBetween } from '../people/between.ts';
import { peopleOnPage } from '../people/page-of-people.ts';
import { getProfiles, type Profile } from '../people/profiles/profile.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { reactionKinds, type ReactionKind } from '../tallies/reaction-kinds.ts';
import { reactionsTo, type ReactionSubject } from './set-reaction.ts';
import type { NumberedPage } from '../../platform/database/paging.ts';

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
