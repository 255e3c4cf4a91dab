import { getLanguage } from '../../identity/account/email.ts';
import { msg } from '../../kernel/message.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { withLocalFile, withUnpacked } from '../../platform/archive/unpack.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { type ArchiveEntry, type ImportedKind, importedKinds, mastodonTask, readNames } from './mastodon.ts';

const mebibyte = 1024 ** 2;

/** Everything that an archive unpacks to. Pictures and movies hardly get smaller when packed. */
export const limitsOf = ({ config }: Pick<App, 'config'>) => ({
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
  const { from, lines } = await withFiles(app, owner, path, fileName, (files) => {
    if (files.size === 0)
      throw invalid('file', msg('This is not the archive of a Mastodon account: outbox.json is missing'));
    return runSandboxed(app, mastodonTask, Object.fromEntries(files), {
      class: 'members',
      owner,
      seconds: 60,
      field: 'file',
    });
  });
  const text = Buffer.from(lines).toString();
  return {
    from,
    entries: text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as ArchiveEntry),
  };
}

/** The files of an archive that have entries, or a list that was sent alone. */
function withFiles<T>(
  app: App,
  owner: string,
  path: string,
  fileName: string,
  work: (files: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const alone = readNames.find((name) => name.endsWith('.csv') && isNamed(fileName, name));
  return alone
    ? withLocalFile(app, path, (file) => work(new Map([[alone, file]])))
    : withUnpacked(app, { path, owner, limits: limitsOf(app), wanted: readNames }, work);
}

/** Browsers number downloads: `lists (1).csv`. */
const isNamed = (fileName: string, name: string) =>
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
