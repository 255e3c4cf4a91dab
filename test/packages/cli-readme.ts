// Runs what the README of the command line shows, as typed into a shell.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createAccessKey } from '../../src/identity/access-keys.ts';
import { startServices } from '../services.ts';
import { addPerson } from '../world.ts';
import { installPackage } from './install-package.ts';

/** Signing in, what needs it, clicks without an end and accounts elsewhere have tests of their own. */
const shown = /^hop (?!login|tail|import --from)/;

test('the commands in the README of the command line work as typed', async (context) => {
  const services = await startServices();
  const { folder, remove } = await installPackage('cli');
  context.after(async () => {
    await remove();
    await services.stop();
  });
  const writer = await addPerson(services.app, 'writer');
  const env = {
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
    HOP_URL: services.hop,
    HOP_KEY: await createAccessKey(services.app, writer.id),
  };
  await writeFile(join(folder, 'links.csv'), 'url,alias,title\nhttps://example.com/listed,listed,Listed\n');
  const readme = await readFile('packages/cli/README.md', 'utf8');
  const [, block = ''] = /^```sh\n([^]*?)^```/m.exec(readme) ?? [];
  const lines = block.split('\n').filter((line) => shown.test(line));
  for (const line of lines)
    await promisify(execFile)('bash', ['--norc', '-eo', 'pipefail', '-c', line], { cwd: folder, env });
  assert.equal(lines.length, 6);
});
