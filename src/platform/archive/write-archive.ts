import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type App, inTransaction } from '../app.ts';
import { archiveStyle, indexPage, pageName, rowsOnPage, sectionPage, type ArchiveTitle } from './pages.ts';
import { archivePathOf, type ArchiveRow, type ArchiveSection, streamRows, toArchiveRow } from './section.ts';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

export interface Archive {
  title: Omit<ArchiveTitle, 'madeAt'>;
  sections: readonly ArchiveSection[];
  /** Additional files, whose content is read in the transaction. */
  others?: readonly { name: string; content: (app: App) => AsyncIterable<string> }[];
}

/**
 * Writes an account's archive, stores it at `path`, and returns its size. Holds only one page and the list of
 * file paths in memory. The transaction ends before files are read.
 */
export async function writeDataExport(app: App, path: string, archive: Archive): Promise<number> {
  const temporary = await app.files.newTemporary();
  const out = createWriteStream(temporary);
  try {
    const zip = await openZip(out, app.clock.now());
    const paths = new Set<string>();
    await inTransaction(app, (app) => addSections(app, zip, archive, (path) => paths.add(path)));
    for (const stored of paths) {
      const file = await app.files.read(stored);
      if (file) await zip.add(archivePathOf(stored), file.stream, { isPacked: true });
    }
    const bytes = await zip.end();
    await app.files.putFile(path, temporary, 'application/zip');
    return bytes;
  } finally {
    out.destroy();
    await rm(temporary, { force: true });
  }
}

async function addSections(
  app: App,
  zip: Zip,
  archive: Archive,
  addFile: (path: string) => void,
): Promise<void> {
  const title = { ...archive.title, madeAt: app.clock.now() };
  const counted: (ArchiveSection & { count: number })[] = [];
  for (const section of archive.sections) {
    const rows = async function* () {
      for await (const row of streamRows(app, section.rows)) yield toArchiveRow(section, row, addFile);
    };
    const count = { rows: 0 };
    await zip.add(`data/${section.name}.json`, asJson(rows(), count));
    await addPages(zip, title, section, rows());
    counted.push({ ...section, count: count.rows });
  }
  for (const { name, content } of archive.others ?? []) await zip.add(name, content(app));
  await zip.add('index.html', only(indexPage(title, counted)));
  await zip.add('style.css', only(archiveStyle));
}

async function addPages(
  zip: Zip,
  title: ArchiveTitle,
  section: ArchiveSection,
  rows: AsyncIterable<ArchiveRow>,
): Promise<void> {
  let number = 1;
  const add = async (rows: readonly ArchiveRow[], isLast: boolean) => {
    await zip.add(pageName(section, number), only(sectionPage(title, section, { rows, number, isLast })));
    number += 1;
  };
  let waiting: ArchiveRow[] = [];
  for await (const row of rows) {
    if (waiting.length === rowsOnPage) {
      await add(waiting, false);
      waiting = [];
    }
    waiting.push(row);
  }
  await add(waiting, true);
}

async function* asJson(rows: AsyncIterable<ArchiveRow>, count: { rows: number }): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n${JSON.stringify(row, null, 2)}`;
    before = ',';
    count.rows += 1;
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

/** Yields an in-memory text as the content of an archive file. */
// eslint-disable-next-line @typescript-eslint/require-await -- callers need an async iterable
async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** Streams a ZIP archive. Only the list of its entries is held in memory. */
interface Zip {
  /** Adds one entry. Calls must not overlap. `isPacked`: the content is already compressed. */
  add(name: string, content: AsyncIterable<string | Buffer>, options?: { isPacked?: boolean }): Promise<void>;
  /** Writes the central directory, ends `out`, and returns the number of bytes. */
  end(): Promise<number>;
}

export async function openZip(out: Writable, now: Date): Promise<Zip> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  let bytes = 0;
  const counted = async function* (parts: AsyncIterable<string | Buffer>) {
    for await (const part of parts) {
      bytes += part.length;
      yield part;
    }
  };
  const written = pipeline(zip.outputStream, counted, out);
  // Fails as well if an entry cannot be read. The next call throws the error.
  const failed = new Promise<never>((_, reject) => {
    written.catch(reject);
    zip.on('error', reject);
  });
  failed.catch(() => undefined);
  return {
    add: async (name, content, { isPacked = false } = {}) => {
      const stream = Readable.from(content, { objectMode: false });
      zip.addReadStream(stream, name, { mtime: now, compress: !isPacked });
      await Promise.race([finished(stream), failed]);
    },
    end: async () => {
      zip.end();
      await Promise.race([written, failed]);
      return bytes;
    },
  };
}
