import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newPath } from '../../../platform/files/path.ts';
import { only, rowsAsJson, streamRows } from '../../../platform/archive-contents.ts';
import { sendMail } from '../../../platform/send-mail.ts';
import { zip, type ZipEntry } from '../../../platform/zip.ts';
import { readOwnUser } from '../read-own-user.ts';
import { conditionFor, isTheirs, readOwnedTables, type OwnedTable } from './owned-tables.ts';

export const keptFor = days(7);

/** What others said of a person in confidence, or did so that they should not know. */
const confidential: Readonly<Record<string, string>> = {
  block: '"blocker_id" = $account',
  report: '"reporter_id" = $account',
};
const leftOut = new Set(['data_export', 'oauth_token', 'push_player', 'push_subscription']);

/** Makes the archive that somebody asked for, and tells them where it is. */
export async function buildExport(app: App, { id }: { id: string }): Promise<void> {
  const asked = await app.db
    .selectFrom('social.data_export')
    .select('account_id')
    .where('id', '=', id)
    .where('ready_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  if (!asked) return;
  const path = newPath('exports', 'application/zip', app.clock.now());
  const counted = { bytes: 0 };
  // One view of the database for all of it.
  await inTransaction(app, async (app) => {
    const archive = count(zip(entries(app, asked.account_id), app.clock.now()), counted);
    await app.files.put(path, Readable.from(archive), 'application/zip');
  });
  const kept = await finish(app, id, asked.account_id, { path, bytes: counted.bytes });
  if (!kept) await app.files.remove(path);
}

async function finish(
  app: App,
  id: string,
  accountId: string,
  made: { path: string; bytes: number },
): Promise<boolean> {
  return inTransaction(app, async (app) => {
    const now = app.clock.now();
    const kept = await app.db
      .updateTable('social.data_export')
      .set({ ...made, ready_at: now, expires_at: new Date(now.getTime() + keptFor) })
      .where('id', '=', id)
      .where('ready_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!kept) return false;
    const { email } = await app.db
      .selectFrom('identity.account')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await sendMail(app, {
      to: email,
      subject: 'Your download is ready',
      text: `Everything that you have at Plaza is in one archive now. It waits for seven days:\n\n${app.config.plazaUrl}/settings/data\n`,
    });
    return true;
  });
}

async function* count(parts: AsyncIterable<Buffer>, counted: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    counted.bytes += part.length;
    yield part;
  }
}

async function* entries(app: App, accountId: string): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: only(readme) };
  const user = await readOwnUser(app, accountId);
  yield { name: 'account.json', content: only(`${JSON.stringify(user, null, 2)}\n`) };
  const tables = (await readOwnedTables(app)).filter(
    ({ name, falls }) => falls !== 'false' && !leftOut.has(name),
  );
  for (const table of tables)
    yield { name: `${table.name}.json`, content: rowsAsJson(app, allOf(table, accountId)) };
  yield {
    name: 'files.txt',
    content: fileAddresses(app, tables, accountId, [user.user_picture, user.user_cover]),
  };
}

const readme = `Everything that you have at Plaza.

account.json is what is known of you; the other JSON files are one for each kind of thing, with all that is kept about
it. Times are UTC. files.txt has the addresses of your pictures and other files, one a line. Passwords and keys are not
in here: only their hashes are kept. What you have at Hop is in the download there.
`;

const theirs = (table: OwnedTable, accountId: string) =>
  conditionFor(confidential[table.name] ?? isTheirs(table), accountId);

const allOf = (table: OwnedTable, accountId: string) =>
  sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.id('social', table.name)} t where ${theirs(table, accountId)}`;

async function* fileAddresses(
  app: App,
  tables: readonly OwnedTable[],
  accountId: string,
  pictures: readonly string[],
): AsyncGenerator<string> {
  for (const address of pictures) if (address !== '') yield `${address}\n`;
  for (const table of tables)
    for (const column of table.paths) {
      const query = sql<{
        path: string;
      }>`select ${sql.id(column)} as path from ${sql.id('social', table.name)}
        where ${sql.id(column)} is not null and (${theirs(table, accountId)})`;
      for await (const { path } of streamRows(app, query)) yield `${app.files.address(path)}\n`;
    }
}
