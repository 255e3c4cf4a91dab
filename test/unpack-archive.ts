import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import type { App } from '../src/platform/app.ts';

/** The file names of an archive, and the contents of its text files. */
export interface Unpacked {
  names: string[];
  text: (name: string) => string;
  bytes: (name: string) => Buffer;
  json: <Row = Record<string, unknown>>(name: string) => Row[];
}

export function unpackArchive(archive: Buffer): Unpacked {
  const files = unzipSync(archive);
  const bytes = (name: string) => {
    const file = files[name];
    assert.ok(file, `${name} is in the archive`);
    return Buffer.from(file);
  };
  const text = (name: string) => bytes(name).toString();
  return { names: Object.keys(files), text, bytes, json: (name) => JSON.parse(text(name)) as never };
}

/**
 * Checks that every page is reachable from the first one, that every link has a file, and that no internal
 * names appear.
 */
export async function checkArchive({ db }: Pick<App, 'db'>, { names, text }: Unpacked): Promise<void> {
  const seen = new Set(['index.html']);
  for (const page of seen)
    if (page.endsWith('.html'))
      for (const [, address = ''] of text(page).matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^(https?:|data:)/.test(address)) continue;
        const name = posix.join(posix.dirname(page), decodeURIComponent(address));
        assert.ok(names.includes(name), `${page} links to the missing file ${name}`);
        seen.add(name);
      }
  assert.deepEqual(
    names.filter((name) => name.endsWith('.html') && !seen.has(name)),
    [],
    'no link leads to these pages',
  );
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema in ('identity', 'social', 'links', 'system')
    union select table_schema || '.' || table_name from information_schema.tables where table_schema in ('identity', 'social', 'links', 'system')
    union select column_name from information_schema.columns where table_schema in ('identity', 'social', 'links', 'system')`.execute(
    db,
  );
  const ours = rows.map(({ name }) => name).filter((name) => /[._]/.test(name));
  assert.ok(ours.includes('password_hash') && ours.includes('social.post'));
  const pattern = new RegExp(`\\b(?:${ours.map((name) => name.replace('.', '\\.')).join('|')})\\b`);
  for (const name of names.filter((name) => /\.(json|html|csv)$/.test(name)))
    assert.equal(pattern.exec(text(name))?.[0], undefined, `${name} has names of tables or columns`);
}
