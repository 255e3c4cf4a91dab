// The rules of ARCHITECTURE.md that the compiler cannot check.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { findCycle, loadedWith, getSourceTree } from './source-tree.ts';
import type { SourceFile } from './source-tree.ts';

/** Allowed imports between layers: only downward, and not between services. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  main: ['servers', 'platform', 'kernel'],
  redirect: ['links', 'platform', 'kernel'],
  sandbox: ['paid', 'toolkit', 'social', 'links', 'identity', 'platform', 'kernel'],
  servers: ['agents', 'paid', 'toolkit', 'social', 'links', 'identity', 'platform', 'web', 'kernel'],
  agents: ['paid', 'social', 'identity', 'platform', 'web', 'kernel'],
  paid: ['social', 'identity', 'platform', 'web', 'kernel'],
  toolkit: ['identity', 'platform', 'web', 'kernel'],
  social: ['identity', 'platform', 'web', 'kernel'],
  links: ['identity', 'platform', 'web', 'kernel'],
  identity: ['platform', 'web', 'kernel'],
  platform: ['web', 'kernel'],
  web: ['kernel'],
  kernel: [],
};

const files = getSourceTree();
const sources = files.filter(({ path }) => path.startsWith('src/') && !isTest(path));
const generated = 'src/platform/database/rows.gen.ts';

/** `src/links/clicks/spool/open-clicks.ts` is in links; `src/main.ts` is main. */
const layerOf = (path: string) => (path.split('/')[1] ?? '').replace(/\.ts$/, '');
/** The feature of a service: `src/links/clicks/spool/open-clicks.ts` is in links/clicks. */
const featureOf = (path: string) => path.split('/').slice(1, 3).join('/');

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('test/');
}

/** Fails with all violations at once. */
function none(breaches: readonly string[]): void {
  assert.equal(breaches.length, 0, `\n${breaches.join('\n')}\n`);
}

test('there are sources to check, and each is in a known layer', () => {
  assert.ok(sources.length > 200, `only ${sources.length} files were found`);
  assert.ok(
    sources.some(({ imports }) => imports.length > 5) && sources.some(({ literals }) => literals.length > 5),
  );
  none(
    sources.filter(({ path }) => !(layerOf(path) in mayImport)).map(({ path }) => `${path} is in no layer`),
  );
});

test('imports point down', () => {
  none(
    sources.flatMap(({ path, imports }) =>
      imports.filter(({ file }) => !isDown(path, file)).map(({ file }) => `${path} imports ${file}`),
    ),
  );
});

function isDown(from: string, to: string): boolean {
  // Code shared by the server and the browser is in browser/.
  if (!to.startsWith('src/'))
    return (
      to === 'package.json' || (['platform', 'web'].includes(layerOf(from)) && to.startsWith('browser/'))
    );
  return layerOf(from) === layerOf(to) || (mayImport[layerOf(from)] ?? []).includes(layerOf(to));
}

/** Layers that consist of features. */
const services = ['social', 'links', 'identity', 'agents', 'paid', 'toolkit'];

/**
 * Files of a feature, or folders with several of them, that other features may import: `components.ts`,
 * `records/post.ts`. Its views, pages and API are private.
 */
const sharedNames = {
  /** Markup shared by several features. */
  markup: ['components', 'landing'],
  /** Schemas of records and requests shared by several features. */
  shapes: ['records', 'requests'],
  /** Similar operations, pages and files of several features, generated from their declarations. */
  alike: ['owned', 'data-pages', 'options', 'custom-pages', 'webhook-pages'],
};

/** Existing imports of private files, as `importer imports file`. Do not add any. */
const privateImports: readonly string[] = [];

test('a feature uses only the functions, records and components of another, not its wire schemas, routes, pages or views', () => {
  const found = sources
    .filter(({ path }) => layerOf(path) !== 'servers' && layerOf(path) !== 'main')
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ file }) => services.includes(layerOf(file)) && featureOf(file) !== featureOf(path))
        .flatMap(({ file }) => {
          const why = whyPrivate(file);
          return why === undefined ? [] : [{ line: `${path} imports ${file}`, why }];
        }),
    );
  none(
    found
      .filter(({ line }) => !privateImports.includes(line))
      .map(({ line, why }) => `${line}, which is ${why}`),
  );
  const gone = privateImports.filter((known) => !found.some(({ line }) => line === known));
  assert.deepEqual(gone, [], 'these imports no longer exist: remove them from privateImports');
});

/**
 * Returns why a file is private to its feature, by its content and folder, or undefined if others may import
 * it.
 */
function whyPrivate(path: string): string | undefined {
  const source = files.find((file) => file.path === path);
  // Files directly in a service's folder are shared by its features.
  if (!source || dirname(path).split('/').length < 3) return undefined;
  const parts = path.replace(/\.ts$/, '').split('/');
  const isIn = (room: readonly string[]) => room.some((each) => parts.includes(each));
  const uses = (start: string) =>
    source.imports.some(({ file, typesOnly }) => !typesOnly && file.startsWith(start));
  if (isIn(sharedNames.alike)) return undefined;
  if (uses('src/platform/http/endpoint.ts')) return 'a list of routes or pages';
  if (isIn(sharedNames.markup)) return undefined;
  if (isIn(['views'])) return 'a view';
  if (uses('src/web/components/') && uses('src/web/html.ts'))
    return `markup outside of ${sharedNames.markup[0]}.ts`;
  if (isIn(sharedNames.shapes)) return undefined;
  // Job payloads and settings are schemas too, but not part of a request or response.
  if (uses('src/platform/jobs/jobs.ts') || uses('src/platform/settings/')) return undefined;
  return source.declaresShapes ? `a shape outside ${sharedNames.shapes.join(' and ')}` : undefined;
}

test('there are no import cycles', () => {
  // Type-only cycles are erased at runtime. In a cycle of values, the result depends on which file is loaded
  // first.
  const cycle = findCycle(files);
  assert.equal(cycle, undefined, cycle?.join('\n  imports '));
});

const tables = [...readFileSync(generated, 'utf8').matchAll(/^ {2}"(\w+\.\w+)": \w+;$/gm)].map(
  ([, name]) => name ?? '',
);
const tableName = new RegExp(`\\b(?:${tables.map((name) => name.replace('.', '\\.')).join('|')})\\b`, 'g');
/** Each costs time and memory at startup, and few requests need it. */
const loadedWhenUsed =
  /^(@aws-sdk\/|@simplewebauthn\/|feedsmith|file-type|htmlparser2|iovalkey|jsqr|nodemailer|pdfkit|sharp|undici)/;

test('modules that few requests need are imported lazily', () => {
  const atStart = loadedWith('src/main.ts', sources);
  assert.ok(atStart.length > 1000, `only ${atStart.length} files are loaded at startup`);
  none(
    atStart.flatMap(({ path, packages }) =>
      packages
        .filter((name) => loadedWhenUsed.test(name))
        .map((name) => `${path} loads ${name} at the start`),
    ),
  );
});

const homeOf = (table: string) => (table.startsWith('system.') ? 'platform' : (table.split('.')[0] ?? ''));
const writers = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];
const writing = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+$/i;

test('a table is named only in the folder of its schema, except that anyone may read accounts', () => {
  assert.ok(tables.length > 20 && tables.includes('identity.account'), 'the tables were not found');
  none(sources.filter(({ path }) => path !== generated).flatMap(foreignTables));
});

/**
 * Features join accounts in their lists, so identity.account is readable by all: its columns are the contract
 * of that table.
 */
function foreignTables({ path, literals }: SourceFile): string[] {
  return literals.flatMap(({ text, argumentOf }) =>
    [...text.matchAll(tableName)]
      .filter(({ 0: table, index }) => {
        if (homeOf(table) === layerOf(path)) return false;
        const isWritten = writers.includes(argumentOf ?? '') || writing.test(text.slice(0, index));
        return table !== 'identity.account' || isWritten || layerOf(path) === 'platform';
      })
      .map(([table]) => `${path} names ${table}`),
  );
}

test('folders and files have meaningful names', () => {
  const empty = /(^|[-/.])(utils?|helpers?|common|shared|lib|misc|managers?|handlers?)([-/.]|$)/;
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|browser|deploy|x402|clickhouse|gen|d))?\.ts$/;
  const paths = files.map(({ path }) => path);
  none(paths.filter((path) => empty.test(path)).map((path) => `${path}: a name that says nothing`));
  none(paths.filter((path) => !kebab.test(basename(path))).map((path) => `${path}: not in kebab-case`));
  none(
    paths
      .filter((path) => basename(path) === 'index.ts')
      .map((path) => `${path}: import from the file that defines it`),
  );
});

test('every file, export and dependency is used', async () => {
  const { stdout, stderr } = await promisify(execFile)('npm', ['run', '--silent', 'unused']).catch(
    (found: unknown) => found as { stdout: string; stderr: string },
  );
  assert.equal(stdout + stderr, '');
});

test('folders hold at most 25 files, and style sheets at most 300 lines', () => {
  const all = [...files.map(({ path }) => path), ...globSync('browser/styles/**/*.css')];
  const crowded = [...Map.groupBy(all, dirname)].filter(([, inside]) => inside.length > 25);
  none(crowded.map(([folder, inside]) => `${folder} holds ${inside.length} files`));
  const sheets = all.filter((path) => path.endsWith('.css'));
  none(sheets.filter((path) => readFileSync(path, 'utf8').split('\n').length > 301));
});

test('only tools are default exports', () => {
  const tools = 'src/toolkit/tools/';
  none(
    files
      .filter(({ path, hasDefaultExport }) => hasDefaultExport && !path.startsWith(tools))
      .map(({ path }) => path),
  );
});

test('files are not too long', () => {
  const long = files.filter(({ path, lines }) => !path.endsWith('.gen.ts') && lines > 300);
  none(long.map(({ path, lines }) => `${path} has ${lines} lines; split it by what it is about`));
});

test('settings come only from the configuration', () => {
  // Child processes get PATH, which is not a setting.
  const allowed = [
    'src/main.ts',
    'src/redirect.ts',
    'src/platform/settings/config.ts',
    'src/platform/database/embedded/server.ts',
  ];
  none(
    sources
      .filter(({ path, readsEnvironment }) => readsEnvironment && !allowed.includes(path))
      .map(({ path }) => path),
  );
});

/** Could be packages of their own, and what each may import of the repository besides itself. */
const independent: Readonly<Record<string, readonly string[]>> = {
  'src/platform/database/embedded/': [],
  'src/paid/wire/': ['src/kernel/', 'src/platform/settings/'],
  'src/toolkit/tools/': ['src/toolkit/', 'src/kernel/', 'src/web/', 'src/platform/', 'package.json'],
  'src/toolkit/encodings/': ['src/toolkit/', 'src/kernel/', 'src/platform/'],
  'src/toolkit/conversions/': ['src/toolkit/', 'src/kernel/'],
};

test('the embedded PostgreSQL, the toolkit and the wire of x402 know nothing of the domain', () => {
  for (const [folder, allowed] of Object.entries(independent)) {
    const inside = sources.filter(({ path }) => path.startsWith(folder));
    assert.ok(inside.length > 0, folder);
    none(
      inside.flatMap(({ path, imports }) =>
        imports
          .filter(({ file }) => ![folder, ...allowed].some((prefix) => file.startsWith(prefix)))
          .map(({ file }) => `${path} imports ${file}`),
      ),
    );
  }
});

test('the kernel is pure: no state of requests, and no database, network or files', () => {
  const allowed = ['node:crypto', 'node:module', 'node:path', 'node:url'];
  const kernel = globSync('src/kernel/**/*.ts').filter((path) => !isTest(path));
  none(
    kernel.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/from '(node:[a-z_/]+)'/g)]
        .filter(([, name = '']) => !allowed.includes(name))
        .map(([, name]) => `${path} imports ${name}`),
    ),
  );
});

test('migration names start with a number or a UTC minute and are unique', () => {
  const names = globSync('migrations/*.sql').map((path) => basename(path));
  assert.ok(names.length > 0);
  none(names.filter((name) => !/^(\d{4}|\d{12})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name)));
  const numbers = names.map((name) => name.split('-', 1)[0]);
  assert.deepEqual([...new Set(numbers)], numbers, 'two migrations share a number');
});

test('tests are next to the code they test', () => {
  const tested = files.filter(({ path }) => /^(src|browser)\/.*\.test\.ts$/.test(path));
  const folders = new Set(files.filter(({ path }) => !isTest(path)).map(({ path }) => dirname(path)));
  none(tested.filter(({ path }) => !folders.has(dirname(path))).map(({ path }) => path));
});
