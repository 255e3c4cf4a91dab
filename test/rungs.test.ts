// Which feature of a service may import which: test/rungs/<service>.ts has a table for each service.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { readSourceTree } from './source-tree.ts';

interface Table {
  /** From the lowest rung to the highest: a feature imports features of lower rungs, and none of its own rung. */
  rungs: readonly (readonly string[])[];
  /** `'from -> to'`: what remains to be turned. */
  breaches: readonly string[];
}

const files = readSourceTree();
const tables = globSync('test/rungs/*.ts').sort();

/** `src/links/clicks/spool/flush.ts` is in clicks. Files beside the features have no feature, and may import none. */
function featureOf(path: string, service: string): string | undefined {
  const [src, home, feature, ...rest] = path.split('/');
  return src === 'src' && home === service && rest.length > 0 ? feature : undefined;
}

test('each service has its table of rungs', () => {
  assert.ok(tables.length >= 2, 'the tables were not found');
});

for (const table of tables) {
  const service = basename(table, '.ts');
  const own = files.filter(({ path }) => path.startsWith(`src/${service}/`) && !path.endsWith('.test.ts'));

  test(`${service}: every feature has one rung`, async () => {
    const { rungs } = await readTable(service);
    const features = new Set(own.flatMap(({ path }) => featureOf(path, service) ?? []));
    assert.deepEqual(rungs.flat().toSorted(), [...features].sort());
  });

  test(`${service}: features import features of lower rungs, except for the known breaches`, async () => {
    const { rungs, breaches } = await readTable(service);
    const rungOf = (feature: string | undefined) => rungs.findIndex((rung) => rung.includes(feature ?? ''));
    const found = own.flatMap(({ path, imports }) => {
      const from = featureOf(path, service);
      return imports.flatMap(({ file }) => {
        const to = featureOf(file, service);
        if (to === undefined || to === from || rungOf(to) < rungOf(from)) return [];
        return [{ pair: `${from ?? basename(path)} -> ${to}`, import: `${path} imports ${file}` }];
      });
    });
    const added = found.filter(({ pair }) => !breaches.includes(pair));
    assert.equal(
      added.length,
      0,
      `\n${added.map(({ pair, import: line }) => `${pair}: ${line}`).join('\n')}\n`,
    );
    const pairs = new Set(found.map(({ pair }) => pair));
    const gone = breaches.filter((pair) => !pairs.has(pair));
    assert.deepEqual(gone, [], `these are no breaches anymore: strike them off ${table}`);
  });
}

const readTable = async (service: string): Promise<Table> => (await import(`./rungs/${service}.ts`)) as Table;
