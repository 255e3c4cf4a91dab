import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { tally } from '../tallies/tally.ts';
import type { ReactionKind } from '../tallies/reaction-kinds.ts';

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
export const reactionsTo = (subject: ReactionSubject['subject']) => ({
  table: sql.table(`social.${reactionTables[subject].table}`),
  column: sql.ref(reactionTables[subject].column),
});

/** Sets or replaces a person's reaction and updates counters. Returns whether it changed. */
export async function setReaction(
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
export async function dropReaction(app: App, by: string, { subject, id }: ReactionSubject): Promise<boolean> {
  const { table, column } = reactionsTo(subject);
  const { rows } = await sql<{ kind: ReactionKind }>`
    delete from ${table} where ${column} = ${id} and account_id = ${by} returning kind`.execute(app.db);
  const [taken] = rows;
  if (!taken) return false;
  await tally(app, [{ subject, id, by, kind: taken.kind, n: -1 }]);
  return true;
}
