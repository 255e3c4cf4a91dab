import { createReadStream } from 'node:fs';
import { getLanguage } from '../../identity/account/email.ts';
import { findViewer } from '../../identity/account/viewer.ts';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import { toStorable } from '../../kernel/text.ts';
import { type App, inTransaction, may } from '../../platform/app.ts';
import { unpackInto, withFolder, withLocalFile } from '../../platform/archive/unpack.ts';
import { runSandboxed } from '../../platform/sandbox/sandbox.ts';
import { inLanguage, readerLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { type ArchiveEntry, linesOf } from './entries.ts';
import { type FormatName, formatNamed, formatOf, nameOfAlone, wantedFiles } from './formats.ts';

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
      await withEntries(app, row, (found) => storeEntries(app, id, row.account_id, found));
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

interface Found {
  format: FormatName;
  from: string;
  lists: readonly string[];
}

/** Reads the files of an archive, or a file that was sent alone, in a process of their own. */
function withEntries(
  app: App,
  {
    account_id: owner,
    path,
    file_name: fileName,
  }: { account_id: string; path: string | null; file_name: string },
  work: (found: Found) => Promise<void>,
): Promise<void> {
  const read = async (files: ReadonlyMap<string, string>, folder: string) => {
    const format = formatOf([...files.keys()]);
    if (!format)
      throw invalid(
        'file',
        msg(
          'This is no archive of a program that can be imported: it has none of the files that would be read',
        ),
      );
    const { task, isCommunity } = formatNamed(format);
    const viewer = await findViewer(app, owner);
    if (isCommunity && (!viewer || !may(viewer, 'operate')))
      throw invalid('file', msg('Only operators can import a community'));
    const job = { files: Object.fromEntries(files), folder };
    const found = await runSandboxed(app, task, job, {
      class: 'imports',
      owner,
      seconds: 200,
      field: 'file',
      folder,
    });
    await work({ ...found, format: (found.format ?? format) as FormatName });
  };
  const alone = aloneIn(fileName);
  return withFolder(app, (folder) =>
    alone === undefined
      ? unpackInto(app, { path: path ?? '', owner, limits: limitsOf(app), wanted: wantedFiles }, folder).then(
          (files) => read(files, folder),
        )
      : withLocalFile(app, path ?? '', (file) => read(new Map([[alone, file]]), folder)),
  );
}

/** A list of Mastodon, or what a program exports as one file. */
export const aloneIn = (fileName: string): string | undefined =>
  nameOfAlone(fileName) ??
  wantedFiles.find((name) => name.endsWith('.csv') && name !== 'posts.csv' && isNamed(fileName, name));

/** Browsers number downloads: `lists (1).csv`. */
const isNamed = (fileName: string, name: string) =>
  fileName.toLowerCase().startsWith(name.slice(0, name.lastIndexOf('.'))) &&
  fileName.toLowerCase().endsWith('.csv');

async function storeEntries(
  app: App,
  id: string,
  account_id: string,
  { format, from, lists }: Found,
): Promise<void> {
  const kinds = new Set(formatNamed(format).kinds);
  await inTransaction(app, async ({ db }) => {
    const updated = await db
      .updateTable('social.import')
      .set({ state: 'ready', moved_from: toStorable(from.slice(0, 300)), format })
      .where('id', '=', id)
      .where('state', '=', 'reading')
      .returning('id')
      .executeTakeFirst();
    if (!updated) return;
    let position = 0;
    for await (const entries of inParts(lists))
      await db
        .insertInto('social.import_entry')
        .values(
          entries.map(({ kind, source, also, content, reason = '' }) => ({
            import_id: id,
            position: (position += 1),
            account_id,
            kind,
            source,
            also: also ?? null,
            content: content ? JSON.stringify(content) : null,
            reason,
            state: reason !== '' ? 'failed' : kinds.has(kind) ? 'waiting' : 'skipped',
          })),
        )
        .execute();
  });
}

const largestPart = 2 * mebibyte;

/** Entries of the lists, as many as one statement stores. Some have a hundred bytes, and some a long text. */
async function* inParts(lists: readonly string[]): AsyncGenerator<ArchiveEntry[]> {
  let part: ArchiveEntry[] = [];
  let size = 0;
  for (const list of lists)
    for await (const line of linesOf(createReadStream(list))) {
      part.push(JSON.parse(line.toString()) as ArchiveEntry);
      size += line.length;
      if (part.length < 500 && size < largestPart) continue;
      yield part;
      [part, size] = [[], 0];
    }
  if (part.length > 0) yield part;
}
