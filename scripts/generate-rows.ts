// Generates the row types of every table from a freshly migrated database. With --check, fails if they are
// out of date.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../src/platform/database/migrate.ts';
import { openScratchDatabase } from '../test/database.ts';

const target = 'src/platform/database/rows.gen.ts';

const scratch = await openScratchDatabase('rows');
const folder = await mkdtemp(join(tmpdir(), 'rows-'));
try {
  await migrate(scratch.pool);
  const fresh = join(folder, 'rows.ts');
  await generate(scratch.url, process.argv.includes('--check') ? fresh : target);
  if (process.argv.includes('--check')) await compare(fresh);
} finally {
  await rm(folder, { recursive: true });
  await scratch.close();
}

async function generate(url: string, file: string): Promise<void> {
  await promisify(execFile)('kysely-codegen', [
    '--dialect=postgres',
    `--url=${url}`,
    '--include-pattern=(identity|social|agents|paid|links|system).*',
    `--out-file=${file}`,
    '--log-level=error',
  ]);
}

async function compare(fresh: string): Promise<void> {
  if ((await readFile(fresh, 'utf8')) === (await readFile(target, 'utf8'))) {
    console.log(`${target} is up to date`);
    return;
  }
  console.error(`${target} is out of date with the migrations: run npm run rows`);
  process.exitCode = 1;
}
