// Allowed imports between the features of a service. Each service has a table in test/rungs/<service>.ts.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { getSourceTree, type SourceFile } from './source-tree.ts';

interface Table {
  /** From the lowest layer to the highest: a feature imports only features of lower layers. */
  rungs: readonly (readonly string[])[];
  /** Existing violations to be fixed, as `'from -> to'`. */
  breaches: readonly string[];
}

const files = getSourceTree();
const tables = globSync('test/rungs/*.ts').sort();

test('each service has a table of feature layers', () => {
  assert.deepEqual(
    tables.map((path) => basename(path, '.ts')),
    ['agents', 'identity', 'links', 'paid', 'social', 'toolkit'],
  );
});

for (const path of tables) {
  const service = basename(path, '.ts');
  test(`${service}: every feature has one rung, and imports features of lower ones`, async () => {
    assert.deepEqual(problemsOf(files, service, (await import(`./rungs/${service}.ts`)) as Table), []);
  });
}

test('the checks detect violations', () => {
  const file = (path: string, ...imports: string[]) => ({
    path,
    imports: imports.map((file) => ({ file, typesOnly: false })),
  });
  const tree = [
    file('src/agents/tasks/add-task.ts', 'src/agents/cards/card.ts', 'src/kernel/time.ts'),
    file('src/agents/tasks/add-task.test.ts', 'src/agents/clock/clock.ts'),
    file('src/agents/cards/card.ts'),
    file('src/agents/outside.ts', 'src/agents/cards/card.ts'),
  ];
  const rungs = [['cards'], ['tasks']];
  assert.deepEqual(problemsOf(tree, 'agents', { rungs: [], breaches: [] }).slice(0, 2), [
    'cards has no rung',
    'tasks has no rung',
  ]);
  assert.deepEqual(problemsOf(tree, 'agents', { rungs, breaches: ['outside.ts -> cards'] }), []);
  assert.deepEqual(problemsOf(tree, 'agents', { rungs: rungs.toReversed(), breaches: ['cards -> tasks'] }), [
    'tasks -> cards: src/agents/tasks/add-task.ts imports src/agents/cards/card.ts',
    'outside.ts -> cards: src/agents/outside.ts imports src/agents/cards/card.ts',
    'cards -> tasks is no breach anymore: strike it off',
  ]);
  assert.deepEqual(problemsOf([], 'agents', { rungs, breaches: [] }), [
    'cards is not there, or has two rungs',
    'tasks is not there, or has two rungs',
  ]);
});

/**
 * `src/links/clicks/spool/open-clicks.ts` is in clicks, and `src/social/saved.ts` is all of saved, which has a rung.
 * Files outside the features have no feature, and must not import any.
 */
function featureOf(path: string, service: string, listed: readonly string[]): string | undefined {
  const [src, home, feature = '', ...rest] = path.split('/');
  if (src !== 'src' || home !== service) return undefined;
  if (rest.length > 0) return feature;
  const name = feature.replace(/\.ts$/, '');
  return listed.includes(name) ? name : undefined;
}

/**
 * Returns the problems of a service: features without a layer or in two, upward imports, and listed
 * violations that no longer exist.
 */
function problemsOf(
  files: readonly Pick<SourceFile, 'path' | 'imports'>[],
  service: string,
  { rungs, breaches }: Table,
): string[] {
  const own = files.filter(({ path }) => path.startsWith(`src/${service}/`) && !path.endsWith('.test.ts'));
  const listed = rungs.flat();
  const features = new Set(own.flatMap(({ path }) => featureOf(path, service, listed) ?? []));
  const rungOf = (feature: string | undefined) => rungs.findIndex((rung) => rung.includes(feature ?? ''));
  const found = own.flatMap(({ path, imports }) => {
    const from = featureOf(path, service, listed);
    return imports.flatMap(({ file }) => {
      const to = featureOf(file, service, listed);
      if (to === undefined || to === from || rungOf(to) < rungOf(from)) return [];
      return [{ pair: `${from ?? basename(path)} -> ${to}`, line: `${path} imports ${file}` }];
    });
  });
  return [
    ...[...features]
      .sort()
      .filter((name) => !listed.includes(name))
      .map((name) => `${name} has no rung`),
    ...listed
      .filter((name, index) => !features.has(name) || listed.indexOf(name) < index)
      .map((name) => `${name} is not there, or has two rungs`),
    ...found.filter(({ pair }) => !breaches.includes(pair)).map(({ pair, line }) => `${pair}: ${line}`),
    ...breaches
      .filter((pair) => !found.some((breach) => breach.pair === pair))
      .map((pair) => `${pair} is no breach anymore: strike it off`),
  ];
}
