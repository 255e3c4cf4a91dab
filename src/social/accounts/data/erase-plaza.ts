import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { getFormerMember } from '../../../identity/account/people.ts';
import { conditionFor, deleteOwnedRows, getOwnedTables } from '../../../identity/exports/owned-tables.ts';
import type { OwnedTable } from '../../../identity/exports/owned-tables.ts';
import { emailSpellings } from '../../../kernel/comparable.ts';
import type { App } from '../../../platform/app.ts';
import { isPath } from '../../../platform/files/path.ts';
import { addJob, job } from '../../../platform/jobs/jobs.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { eraseFromChat } from '../../chat/members/group.ts';
import { promoteReplies } from '../../comments/comments.ts';
import { decrementThreadCounts } from '../../forums/threads/posting.ts';
import { forgetSubscriber } from '../../newsletters/subscribers.ts';
import { decrementPageCounts, transferOwnedPages } from '../../pages/team.ts';
import { decrementVoteAndAnswerCounts } from '../../questions/voting.ts';
import { countForumAuthors, removeForumAuthor, threadsWithout } from '../../tallies/posts.ts';
import { tally } from '../../tallies/tally.ts';
import { eraseWallet } from '../../wallet/balances.ts';

/** SQL: whether the account whose id is in a column has published something on Plaza. */
export const hasPublished = (accountId: string): RawBuilder<SqlBool> => sql`(
  exists (select from social.post where post.author_id = ${sql.ref(accountId)})
  or exists (select from social.comment where comment.author_id = ${sql.ref(accountId)})
  or exists (select from social.page where page.owner_id = ${sql.ref(accountId)}))`;

export const plazaTables = { schema: 'social' } as const;
const filesInOneJob = 500;

/**
 * Deletes everything an account has on Plaza: posts with everything below them, as a manual deletion does,
 * comments on others' posts, relationships, reactions, apps and files. Content that others wrote elsewhere
 * stays, without the person's name. Call inside a transaction; the files are deleted after the commit.
 */
export async function erasePlaza(app: App, accountId: string): Promise<void> {
  const tables = await getOwnedTables(app, plazaTables);
  // Runs before the files are listed, so pages passed on to another admin keep their pictures.
  await eraseFromChat(app, accountId);
  await transferOwnedPages(app, accountId);
  const paths = await listPaths(app, tables, accountId);
  await removeForumAuthor(app, accountId);
  await anonymize(app, accountId);
  await removeMentions(app, accountId);
  await decrementCounts(app, accountId);
  await promoteReplies(app, accountId);
  await eraseWallet(app, accountId);
  for (const table of tables) {
    await deleteOwnedRows(app, plazaTables, table, accountId);
    for (const column of table.named)
      await sql`update ${sql.id('social', table.name)} set ${sql.id(column)} = null
        where ${sql.id(column)} = ${accountId}`.execute(app.db);
  }
  for (let from = 0; from < paths.length; from += filesInOneJob)
    await addJob(app, removeFilesJob, { paths: paths.slice(from, from + filesInOneJob) });
}

async function listPaths({ db }: App, tables: readonly OwnedTable[], accountId: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { name, falls, paths } of tables)
    for (const column of paths) {
      const { rows } = await sql<{ path: string }>`select ${sql.id(column)} as path
        from ${sql.id('social', name)} where ${sql.id(column)} is not null
        and (${conditionFor(falls, accountId)})`.execute(db);
      for (const { path } of rows) found.add(path);
    }
  return [...found];
}

const removedText = '(removed)';

/** Tables with what the deleted account added to a post besides its text. */
const contentTables = [
  'hashtag',
  'photo',
  'post_revision',
  'video',
  'attachment',
  'poll',
  'paywall',
] as const;

/**
 * Anonymizes answered threads and questions of an account being deleted: removes their text and author but
 * keeps the answers. List their files first.
 */
async function anonymize(app: App, accountId: string): Promise<void> {
  const { db } = app;
  const answered = await db
    .selectFrom('social.post as post')
    .where('post.author_id', '=', accountId)
    .where('post.kind', 'in', ['thread', 'question'])
    .where('post.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('social.post as below')
          .whereRef('below.parent_id', '=', 'post.id')
          .where('below.author_id', '<>', accountId)
          .where('below.deleted_at', 'is', null)
          .select('below.id'),
      ),
    )
    .select(['post.id', 'post.held_at', 'post.page_id'])
    .execute();
  if (answered.length === 0) return;
  const former = await getFormerMember(app);
  const those = sql<string>`any(${answered.map(({ id }) => id)}::bigint[])`;
  for (const table of contentTables)
    await db.deleteFrom(`social.${table}`).where('post_id', '=', those).execute();
  await db
    .deleteFrom('social.mention')
    .where('post_id', '=', those)
    .where('comment_id', 'is', null)
    .execute();
  await db
    .updateTable('social.post')
    .set({ author_id: former, title: removedText, text: removedText, warning: '', link: null })
    .set({ quote_id: null, page_id: null, edited_at: null, pinned_at: null })
    .where('id', '=', those)
    .execute();
  const counted = answered.filter((post) => post.held_at === null && post.page_id === null).length;
  if (counted > 0)
    await tally(app, [{ subject: 'person', id: former, kind: 'posts', by: accountId, n: counted }]);
  const ids = answered.map(({ id }) => id);
  // `removeForumAuthor` subtracted these from the account.
  await countForumAuthors(app, threadsWithout(ids, accountId), 1);
}

/** Replaces mentions of a deleted account. */
const deletedMention = '(deleted account)';

/** Removes mentions of an account being deleted from others' texts and deletes its contact messages. */
async function removeMentions({ db }: App, accountId: string): Promise<void> {
  const { email } = await db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await sql`delete from social.contact_message
    where account_id = ${accountId} or lower(email) = any(select lower(each) from unnest(${emailSpellings(email)}::text[]) as each)`.execute(
    db,
  );
  await forgetSubscriber({ db }, email);
  // Matches the mention as it was written, which may use an earlier username. The lookahead prevents matching
  // the start of a longer name.
  await sql`update social.post set text = regexp_replace(text, '@' || replace(mention.as_written, '.', '\.') || '(?![a-z0-9_])', ${deletedMention}, 'gi')
    from social.mention where mention.account_id = ${accountId} and mention.comment_id is null
      and mention.post_id = post.id and post.author_id <> ${accountId}`.execute(db);
  await sql`update social.comment set text = regexp_replace(comment.text, '@' || replace(mention.as_written, '.', '\.') || '(?![a-z0-9_])', ${deletedMention}, 'gi')
    from social.mention where mention.account_id = ${accountId}
      and mention.comment_id = comment.id and comment.author_id <> ${accountId}`.execute(db);
}

/** Subtracts an account being deleted from the counters of others and deletes its own counters. */
export async function decrementCounts({ db }: App, accountId: string): Promise<void> {
  await sql`
    insert into social.tally (subject, subject_id, kind, slot, n)
    select subject, id, kind, ${accountId}::bigint % 8, -count(*)
    from (
      select 'person' as subject, followed_id as id, 'followers' as kind
        from social.follow where follower_id = ${accountId}
      union all
      select 'person', follower_id, 'followings' from social.follow where followed_id = ${accountId}
      union all
      select 'person', case requester_id when ${accountId} then recipient_id else requester_id end, 'friends'
        from social.friendship where accepted_at is not null and ${accountId} in (requester_id, recipient_id)
      union all
      select 'post', post_id, 'comments' from social.comment
        where author_id = ${accountId} and deleted_at is null and held_at is null
      union all
      select 'comment', unnest(array[root_id, branch_id]), 'replies' from social.comment
        where author_id = ${accountId} and deleted_at is null and held_at is null
      union all
      select 'post', post_id, kind from social.reaction where account_id = ${accountId}
      union all
      select 'comment', comment_id, kind from social.comment_reaction where account_id = ${accountId}
      union all
      select 'post', post_id, 'vote-' || position from social.poll_vote where account_id = ${accountId}
      union all
      select distinct 'post', post_id, 'voters' from social.poll_vote where account_id = ${accountId}
    ) as gone
    where id is not null
    group by subject, id, kind
    order by subject, id, kind
    on conflict (subject, subject_id, kind, slot) do update set n = social.tally.n + excluded.n`.execute(db);
  await decrementVoteAndAnswerCounts({ db }, accountId);
  await decrementPageCounts({ db }, accountId);
  await decrementThreadCounts({ db }, accountId);
  await sql`delete from social.tally where (subject = 'person' and subject_id = ${accountId})
    or (subject = 'comment' and subject_id in (select id from social.comment where author_id = ${accountId}))
    or (subject = 'post' and subject_id in (select id from social.post where author_id = ${accountId}))`.execute(
    db,
  );
}

export const removeFilesJob = job(
  'social.remove-files',
  Type.Object({ paths: Type.Array(Type.String()) }),
  removeFiles,
  { runner: 'export', whenFull: true },
);

/** Deletes files that are no longer referenced, with their small variants. Safe to retry. */
async function removeFiles({ files }: App, { paths }: { paths: string[] }): Promise<void> {
  for (const path of paths.filter(isPath)) {
    await files.remove(path);
    await files.remove(smallPath(path));
  }
}
