import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { getLanguage } from '../../identity/account/email.ts';
import { msg } from '../../kernel/message.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { type ArchiveLimits, readArchive } from '../../platform/archive/read-archive.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import {
  type ArchiveEntry,
  type ArchiveFiles,
  type ImportedKind,
  importedKinds,
  mastodonTask,
  type ReadName,
  readNames,
} from './mastodon.ts';

const mebibyte = 1024 ** 2;
/** Of the files that are read at once. A post has about 2 kB. */
const largestRead = 128 * mebibyte;

/** Everything that an archive unpacks to. Pictures and movies hardly get smaller when packed. */
export const limitsOf = ({ config }: Pick<App, 'config'>): ArchiveLimits => ({
  entries: 200_000,
  bytes: config.PLAZA_IMPORT_MIB * mebibyte * 2,
});

/** Reads an uploaded archive into entries, for the preview. */
export async function readImport(app: App, { id }: { id: string }): Promise<void> {
  const row = await app.db
    .selectFrom('social.import')
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .select(['account_id', 'path', 'file_name'])
    .executeTakeFirst();
  const path = row?.path;
  if (!row || !path) return;
  const language = readerLanguage(await getLanguage(app, row.account_id));
  await inLanguage(language, async () => {
    try {
      const { from, entries } = await readEntries(app, row.account_id, path, row.file_name);
      await storeEntries(app, id, row.account_id, from, entries);
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      await app.db
        .updateTable('social.import')
        .set({ state: 'unreadable', problem: t(error.text), path: null })
        .where('id', '=', id)
        .execute();
      await app.files.remove(path);
    }
  });
}

async function readEntries(
  app: App,
  owner: string,
  path: string,
  fileName: string,
): Promise<{ from: string; entries: ArchiveEntry[] }> {
  const files = await withLocalFile(app, path, (file) => readFiles(app, file, fileName));
  if (Object.keys(files).length === 0)
    throw invalid('file', msg('This is not the archive of a Mastodon account: outbox.json is missing'));
  const { from, lines } = await runSandboxed(app, mastodonTask, files, {
    class: 'members',
    owner,
    seconds: 60,
    field: 'file',
  });
  const text = Buffer.from(lines).toString();
  return {
    from,
    entries: text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as ArchiveEntry),
  };
}

/** Copies a stored file to this machine, where archives can be read from their end. */
export async function withLocalFile<T>(
  app: App,
  path: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const stored = await app.files.read(path);
  if (!stored) throw invalid('file', msg('The file is no longer available'));
  const file = await app.files.newTemporary();
  try {
    await pipeline(stored.stream, createWriteStream(file));
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** The files of an archive that have entries, or a list that was sent alone. */
async function readFiles(app: App, file: string, fileName: string): Promise<ArchiveFiles> {
  const found: ArchiveFiles = {};
  let left = largestRead;
  const keep = async (name: ReadName, open: () => Promise<AsyncIterable<Buffer>>, size: number) => {
    left -= size;
    if (left < 0) throw new Problem('too-large', msg('The archive contains too much'), { field: 'file' });
    found[name] ??= await buffer(await open());
  };
  const alone = readNames.find((name) => name.endsWith('.csv') && isNamed(fileName, name));
  if (alone) {
    await keep(alone, () => Promise.resolve(createReadStream(file)), (await stat(file)).size);
    return found;
  }
  await readArchive(file, limitsOf(app), async ({ name, size, open }) => {
    const wanted = readNames.find((each) => name === each || name.endsWith(`/${each}`));
    if (wanted) await keep(wanted, open, size);
  });
  return found;
}

/** Browsers number downloads: `lists (1).csv`. */
const isNamed = (fileName: string, name: ReadName) =>
  fileName.toLowerCase().startsWith(name.slice(0, name.lastIndexOf('.'))) &&
  fileName.toLowerCase().endsWith('.csv');

const isImported = (kind: string): kind is ImportedKind =>
  (importedKinds as readonly string[]).includes(kind);

async function storeEntries(
  app: App,
  id: string,
  account_id: string,
  from: string,
  entries: readonly ArchiveEntry[],
): Promise<void> {
  const inOneStatement = 1000;
  await inTransaction(app, async ({ db }) => {
    const updated = await db
      .updateTable('social.import')
      .set({ state: 'ready', moved_from: from })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .returning('id')
      .executeTakeFirst();
    if (!updated) return;
    for (let at = 0; at < entries.length; at += inOneStatement)
      await db
        .insertInto('social.import_entry')
        .values(
          entries.slice(at, at + inOneStatement).map(({ kind, source, content }, index) => ({
            import_id: id,
            position: at + index + 1,
            account_id,
            kind,
            source,
            content: content ? JSON.stringify(content) : null,
            state: isImported(kind) ? 'waiting' : 'skipped',
          })),
        )
        .execute();
  });
}
