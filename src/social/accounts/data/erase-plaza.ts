import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import {
  conditionFor,
  deleteOwnedRows,
  getOwnedTables,
  type OwnedTable,
} from '../../../identity/exports/owned-tables.ts';
import { addJob } from '../../../platform/jobs.ts';
import { eraseFromChat } from '../../chat/members/erase-from-chat.ts';
import { promoteReplies } from '../../comments/comments.ts';
import { transferOwnedPages } from '../../pages/team/leave-pages.ts';
import { removeForumAuthor } from '../../tallies/count-forum-authors.ts';
import { anonymize } from './anonymize.ts';
import { removeFilesJob } from './remove-files.ts';
import { eraseWallet } from '../../wallet/erase-wallet.ts';
import { decrementCounts } from './decrement-counts.ts';
import { removeMentions } from './remove-mentions.ts';

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
