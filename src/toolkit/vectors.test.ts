import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from '../../test/app.ts';
import { runWithDefaults } from '../../test/toolkit/run-with-defaults.ts';

/** [tool, input, expected subset of the output] */
type Vector = [string, Record<string, unknown>, Record<string, unknown>];

const vectors = JSON.parse(readFileSync('src/toolkit/calls/vectors.json', 'utf8')) as Record<
  string,
  Vector[]
>;

for (const [source, rows] of Object.entries(vectors))
  test(`${source}: ${rows.length} vectors`, async (app) => {
    for (const [slug, given, expected] of rows) {
      const output = await runWithDefaults(app, slug, given);
      const named = Object.fromEntries(Object.keys(expected).map((name) => [name, output[name]]));
      assert.deepEqual(named, expected, `${slug} ${JSON.stringify(given)}`);
    }
  });
