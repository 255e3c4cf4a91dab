// Runs the shell blocks of docs/api.md as pasted, against both services.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from './database.ts';
import { startProgram } from './faults/program.ts';

tidyUpAfterTests();

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');

/** Returns the shell blocks of a section. */
function blocksUnder(heading: string): string {
  const [, section = ''] = guide.split(`## ${heading}\n`);
  const [text = ''] = section.split(/^#{2,3} /m);
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);
  assert.ok(blocks.length > 0, `no shell block under "${heading}"`);
  return blocks.join('\n');
}

/** Returns a copy of the checkout as a working folder in which a block may create files. */
function workingCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-tour-'));
  const entries = readdirSync(root).filter((name) => !/^\.(git|data|env)$/.test(name));
  for (const entry of entries) symlinkSync(join(root, entry), join(folder, entry));
  return folder;
}

test('the curl tours of both services work as pasted', async (context) => {
  const database = await cloneDatabase();
  const { user, host, port } = await connectionTo(database);
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    SECRET_KEY: 'ab'.repeat(32),
  };
  const program = await startProgram(environment);
  const cwd = workingCopy();
  context.after(async () => {
    await program.remove();
    await dropDatabase(database);
    rmSync(cwd, { recursive: true, force: true });
  });

  const tour = [
    blocksUnder('A tour of Plaza with curl').replace(/^PLAZA=.*$/m, `PLAZA=${program.plaza}`),
    // Only the addresses differ from the documentation.
    blocksUnder('A tour of Hop with curl').replace(/^HOP=.*$/m, `HOP=${program.hop}`),
  ].join('\n');
  const env = { ...process.env, ...environment, DATA_DIR: program.folder };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', tour], { cwd, env });

  const answers = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { status?: string; error?: number | string; message?: string });
  const refused = answers.filter(({ status, error }) => status !== 'success' && Number(error ?? 1) !== 0);
  assert.deepEqual(refused, []);
  assert.ok(answers.length >= 14, `only ${answers.length} answers`);
  assert.match(stdout, /^302 https:\/\/en\.wikipedia\.org\/wiki\/Grasshopper$/m);
  assert.match(stdout, /"clicks":1\b/);
  assert.match(stdout, /^x-ratelimit-remaining: \d+/im);
});
