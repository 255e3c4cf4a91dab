import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

let built: Promise<unknown> | undefined;

/** Builds the packages once, packs one, and installs it into an empty project, as its users do. Returns the folder. */
export async function installPackage(
  name: 'sdk' | 'cli',
): Promise<{ folder: string; remove: () => Promise<void> }> {
  await (built ??= run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/build/build-packages.ts'],
    { cwd: repository, env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
  ));
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
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
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
