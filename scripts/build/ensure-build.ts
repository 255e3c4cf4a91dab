import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../../src/kernel/project-folder.ts';

/** The server's entry point, relative to the project folder. */
export const serverFile = 'build/main.js';
/** The entry point of redirects only. */
export const redirectFile = 'build/redirect.js';
/** The esbuild metafile. */
export const metafile = 'build/metafile.json';

const folder = join(projectFolder, 'build');
const signatureFile = join(folder, 'signature');
/** Node's compile cache, as set by `npm start`. */
const compiled = join(folder, 'compiled');

/** A server that was started days ago may still load rarely used chunks. */
const oldChunkRetention = 7 * 24 * 3600 * 1000;

let current: Promise<void> | undefined;

/** Bundles the server, unless its sources have not changed. */
export const ensureBuild = (): Promise<void> => (current ??= rebuild());

async function rebuild(): Promise<void> {
  const signature = signatureOf();
  if (existsSync(signatureFile) && readFileSync(signatureFile, 'utf8') === signature) return;
  console.log('Building the server from its sources …');
  const { bundle } = await import('./bundle.ts');
  const { outputFiles, metafile: created } = await bundle(folder);
  removeOld(new Set(outputFiles.map(({ path }) => basename(path))));
  // Concurrent builds are safe: each file is written atomically, and the entry point comes last.
  for (const { path, contents } of outputFiles.sort(
    (one, other) => Number(isEntry(one)) - Number(isEntry(other)),
  ))
    write(path, contents);
  write(join(projectFolder, metafile), JSON.stringify({ outputs: created.outputs }));
  write(signatureFile, signature);
}

function write(path: string, contents: Uint8Array | string): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, contents);
  renameSync(unfinished, path);
}

const isEntry = ({ path }: { path: string }) => basename(path).startsWith('main.js');

/**
 * Returns a signature of all source files. Uses modification times and sizes, which are faster to read than
 * contents.
 */
function signatureOf(): string {
  const files = [
    'package-lock.json',
    'node_modules/.package-lock.json',
    ...globSync(['src/**/*.ts', 'scripts/build/*.ts'], { cwd: projectFolder }),
  ].filter((file) => !file.endsWith('.test.ts'));
  const lines = files.sort().map((file) => {
    const stat = statSync(join(projectFolder, file), { throwIfNoEntry: false });
    return `${file} ${stat?.size} ${stat?.mtimeMs}`;
  });
  return hash('sha256', lines.join('\n'));
}

function removeOld(names: ReadonlySet<string>): void {
  mkdirSync(folder, { recursive: true });
  rmSync(compiled, { recursive: true, force: true });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (!names.has(name) && Date.now() - statSync(file).mtimeMs > oldChunkRetention)
      rmSync(file, { recursive: true });
  }
}
