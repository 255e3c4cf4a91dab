// Prints metrics of the code base: long files, large folders, shared names, cycles and duplicates. `--list`
// prints the locations.
import { globSync, readFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { Detector, mild, MemoryStore, type IClone } from '@jscpd/core';
import { Tokenizer } from '@jscpd/tokenizer';
import { getSourceTree, type SourceFile } from '../test/source-tree.ts';

const lists = process.argv.includes('--list');
const folders = ['src', 'browser', 'test', 'scripts', 'bench', 'migrations'];
const paths = globSync(folders.map((folder) => `${folder}/**/*.{ts,css,sql}`))
  .filter((path) => !path.endsWith('.gen.ts'))
  .sort();
const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
const lineCount = (path: string) => (texts.get(path) ?? '').split('\n').length - 1;

function print(title: string, found: readonly string[]): void {
  console.log(`${title}: ${found.length}`);
  if (lists) for (const line of found) console.log(`  ${line}`);
}

const isOfTests = (path: string) => path.endsWith('.test.ts') || path.startsWith('test/');
const kindOf = (path: string) => (isOfTests(path) ? 'tests' : `${path.split('/')[0] ?? ''} ${extname(path)}`);
const kinds = Map.groupBy(paths, kindOf);
for (const [kind, files] of kinds)
  console.log(
    `${kind}: ${files.length} files, ${files.reduce((sum, path) => sum + lineCount(path), 0)} lines`,
  );

printShape(getSourceTree().filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts')));

const crowded = [
  ...Map.groupBy(
    paths.filter((path) => !path.startsWith('migrations/')),
    dirname,
  ),
].filter(([, files]) => files.length > 25);
print(
  'Folders with more than 25 files',
  crowded.map(([folder, files]) => `${folder}: ${files.length}`),
);
print(
  'Files with more than 300 lines',
  // The schema is one file.
  paths
    .filter((path) => !path.startsWith('migrations/') && lineCount(path) > 300)
    .map((path) => `${path}: ${lineCount(path)}`),
);
print('Pairs of features that import each other', mutualPairs());
for (const [title, isTest] of [
  ['Duplicates of five lines or more', false],
  ['Duplicates of tests', true],
] as const) {
  const found = await findDuplicates(
    paths.filter((path) => path.endsWith('.ts') && isTest === isOfTests(path)),
  );
  print(
    title,
    found.map(({ duplicationA, duplicationB }) => `${placeOf(duplicationA)} ~ ${placeOf(duplicationB)}`),
  );
}

/** Finds the same code of at least 50 tokens in two places. Imports do not count. */
async function findDuplicates(files: readonly string[]): Promise<IClone[]> {
  const options = { minLines: 5, minTokens: 50, mode: mild };
  const detector = new Detector(new Tokenizer(), new MemoryStore(), [], options);
  const found: IClone[] = [];
  for (const path of files) {
    const text = texts.get(path) ?? '';
    const body = text.replace(/^import [^;]*;$/gm, (imported) => imported.replace(/[^\n]/g, ''));
    found.push(...(await detector.detect(path, body, 'typescript')));
  }
  return found.toSorted((a, b) => lengthOf(b) - lengthOf(a));
}

function lengthOf({ duplicationA: { start, end } }: IClone): number {
  return end.line - start.line;
}

function placeOf({ sourceId, start, end }: IClone['duplicationA']): string {
  return `${sourceId}:${start.line}-${end.line}`;
}

/** Prints how the code of the services is cut into files and functions. */
function printShape(files: readonly SourceFile[]): void {
  const written = files.filter(({ path }) => !path.endsWith('.gen.ts'));
  const importers = Map.groupBy(
    files.flatMap(({ path, imports }) =>
      [...new Set(imports.map(({ file }) => file))].map((file) => ({ file, path })),
    ),
    ({ file }) => file,
  );
  const isTool = (path: string) => path.startsWith('src/toolkit/tools/');
  const short = written.filter(
    ({ path, lines }) => lines <= 60 && !isTool(path) && importers.get(path)?.length === 1,
  );
  print(
    'Source files',
    written.map(({ path }) => path),
  );
  printShared('Types exported by several files', written, /^export (?:type|interface) (\w+)/gm);
  printShared(
    'Functions and constants exported by several files',
    written,
    /^export (?:async )?(?:const|function\*?) (\w+)/gm,
  );
  const lines = written.map(({ lines }) => lines);
  const sum = lines.reduce((total, each) => total + each, 0);
  const imported = written.reduce((total, { path }) => total + importLines(texts.get(path) ?? ''), 0);
  console.log(`Source lines: ${sum}, of which imports: ${((imported / sum) * 100).toFixed(1)} %`);
  console.log(`Lines of a file: median ${quantile(lines, 0.5)}, p90 ${quantile(lines, 0.9)}`);
  const functions = written.flatMap(({ functionLines }) => functionLines);
  console.log(`Lines of a function: median ${quantile(functions, 0.5)}, p90 ${quantile(functions, 0.9)}`);
  print(
    'Files of at most 60 lines with one importer, except tools',
    short.map(({ path }) => path),
  );
  const small = [...Map.groupBy(files, ({ path }) => dirname(path))].filter(
    ([, inside]) => inside.length < 3,
  );
  print(
    'Folders with one or two files',
    small.map(([folder]) => folder),
  );
}

/** Prints the names that several files export. Someone who looks for one finds the others. */
function printShared(title: string, files: readonly SourceFile[], pattern: RegExp): void {
  const exported = files.flatMap(({ path }) =>
    [...new Set([...(texts.get(path) ?? '').matchAll(pattern)].map(([, name = '']) => name))].map((name) => ({
      name,
      path,
    })),
  );
  const shared = [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1);
  print(
    title,
    shared.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(' ')}`),
  );
}

function importLines(text: string): number {
  return [...text.matchAll(/^import [^;]*;$/gm)].reduce(
    (total, [statement]) => total + statement.split('\n').length,
    0,
  );
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
}

/** Returns pairs of features of one service that import each other. */
function mutualPairs(): string[] {
  const featureOf = (path: string) => /^src\/((?:social|links|identity)\/[^/.]+)\//.exec(path)?.[1];
  const imports = new Map<string, number>();
  for (const { path, imports: targets } of getSourceTree()) {
    const from = featureOf(path);
    if (from === undefined || path.endsWith('.test.ts')) continue;
    for (const { file } of targets) {
      const to = featureOf(file);
      if (to === undefined || to === from || to.split('/')[0] !== from.split('/')[0]) continue;
      imports.set(`${from} ${to}`, (imports.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return [...imports].flatMap(([pair, count]) => {
    const [from = '', to = ''] = pair.split(' ');
    const back = imports.get(`${to} ${from}`);
    return from < to && back !== undefined ? [`${from} -> ${to} ${count}, back ${back}`] : [];
  });
}
