import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from '../../../test/app.ts';
import { findTool } from '../catalog/find-tool.ts';
import { runTool } from './run-tool.ts';

/** [tool, input, what the output has at least] */
type Vector = [string, Record<string, unknown>, Record<string, unknown>];

const vectors = JSON.parse(readFileSync('src/toolkit/calls/vectors.json', 'utf8')) as Record<
  string,
  Vector[]
>;

for (const [source, rows] of Object.entries(vectors))
  test(`${source}: ${rows.length} vectors`, async (app) => {
    for (const [slug, given, expected] of rows) {
      const found = await findTool(slug);
      assert.ok(found, slug);
      const properties = found.tool.input.properties as Record<string, { default?: unknown }>;
      const defaults = Object.fromEntries(
        Object.entries(properties).map(([name, { default: value }]) => [name, value]),
      );
      const output = (await runTool(app, found, { ...defaults, ...given })) as Record<string, unknown>;
      const named = Object.fromEntries(Object.keys(expected).map((name) => [name, output[name]]));
      assert.deepEqual(named, expected, `${slug} ${JSON.stringify(given)}`);
    }
  });
