import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newPath } from '../../platform/files/path.ts';
import { only, rowsAsJson, streamRows } from '../../platform/archive-contents.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { shortAddress } from '../links/link.ts';
import { conditionFor, readOwnedTables, type OwnedTable } from './owned-tables.ts';
import { zip, type ZipEntry } from '../../platform/zip.ts';

export const keptFor = days(7);

/** What is about visitors or the service rather than the account, and what it was told in confidence about the account. */
const leftOut = new Set(['click', 'visitor', 'visitor_salt', 'report', 'data_export']);

/** Makes the archive that an account asked for, and tells its owner where it is. */
export async function buildExport(app: App, { id }: { id: string }): Promise<void> {
  const asked = await app.db
    .selectFrom('links.data_export')
    .select(['account_id'])
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
      .updateTable('links.data_export')
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
      text: `Everything that you have at Hop is in one archive now. It waits for seven days:\n\n${app.config.hopUrl}/dashboard/data\n`,
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
  yield { name: 'links.csv', content: linksAsCsv(app, accountId) };
  for (const table of await readOwnedTables(app)) {
    if (leftOut.has(table.name)) continue;
    yield { name: `${table.name}.json`, content: rowsAsJson(app, allOf(table, accountId)) };
  }
}

const readme = `Everything that your account has at Hop.

links.csv has your links as a spreadsheet opens them. The other files are JSON, one for each kind of thing, with all that
is kept about it; times are UTC. Passwords and keys are not in here: only their hashes are kept.
`;

const allOf = (table: OwnedTable, accountId: string) =>
  sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.id('links', table.name)} t where ${conditionFor(table, accountId)}`;

interface CsvRow {
  alias: string;
  domain: string | null;
  url: string;
  title: string;
  clicks: string;
  at: string;
}

async function* linksAsCsv(app: App, accountId: string): AsyncGenerator<string> {
  yield 'short,url,title,clicks,made\r\n';
  const query = sql<CsvRow>`
    select link.alias, domain.scheme || '://' || domain.host as domain, link.url, link.title,
      coalesce(total.clicks, 0)::text as clicks, to_char(link.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at
    from links.link
    left join links.domain on domain.id = link.domain_id
    left join links.link_total total on total.link_id = link.id
    where link.account_id = ${accountId} and link.deleted_at is null and link.purpose = 'link'
    order by link.id`;
  for await (const link of streamRows(app, query))
    yield `${[shortAddress(app.config, link), link.url, link.title, link.clicks, link.at].map(cell).join(',')}\r\n`;
}

/** Quoted where it must be; what a spreadsheet would take for a formula is made a text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
