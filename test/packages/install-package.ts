import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

let built: Promise<unknown> | undefined;
const installed = new Map<string, Promise<string>>();
const removed: string[] = [];
process.on('exit', () => {
  for (const folder of removed) rmSync(folder, { recursive: true, force: true });
});

/** Returns a new project with a package, as its users have. It is built, packed and installed once. */
export async function installPackage(
  name: 'sdk' | 'cli',
): Promise<{ folder: string; remove: () => Promise<void> }> {
  if (!installed.has(name)) installed.set(name, install(name));
  const original = await installed.get(name)!;
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await cp(original, folder, { recursive: true, verbatimSymlinks: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Builds the packages once, packs one, and installs it into an empty project. */
async function install(name: 'sdk' | 'cli'): Promise<string> {
  await (built ??= run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/build/build-packages.ts'],
    { cwd: repository, env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
  ));
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  removed.push(folder);
  await run('npm', ['pack', '--pack-destination', folder, '--workspace', `@plaza/${name}`], {
    cwd: repository,
  });
  const { version } = JSON.parse(await readFile(`packages/${name}/package.json`, 'utf8')) as {
    version: string;
  };
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}');
  const words = [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--omit=dev',
    `./plaza-${name}-${version}.tgz`,
  ];
  await run('npm', words, { cwd: folder });
  return folder;
}
