import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test as plainTest } from 'node:test';
import { promisify } from 'node:util';
import { test } from '../../test/app.ts';
import { utilities } from './catalog/api.ts';
import { categories } from './catalog/categories.ts';
import { entryOf } from './catalog/entry.ts';
import { findTool, loadTool } from './catalog/find-tool.ts';
import { examplesOf } from './tool.ts';
import { runTool } from './run-tool.ts';

const ajv = new Ajv({ strict: false, useDefaults: true });
const entries = [...entryOf.values()];

plainTest('the catalog matches the tool files', async () => {
  const script = ['--disable-warning=ExperimentalWarning', 'scripts/write-catalog.ts', '--check'];
  await promisify(execFile)(process.execPath, script);
});

plainTest('there are at least 500 tools, each with a slug, a category and keywords', async () => {
  assert.ok(entries.length >= 500, `${entries.length} tools`);
  for (const { slug, category, title, summary } of entries) {
    assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.ok(Object.hasOwn(categories, category), category);
    assert.ok(!Object.hasOwn(categories, slug), `${slug} is also a category`);
    assert.match(title, /^\S.{0,58}\S$/u, slug);
    assert.match(summary, /^.{10,139}[^.]$/u, slug);
  }
  for (const [name, slug] of Object.entries(utilities))
    assert.ok(await findTool(slug), `/api/util/${name} refers to the missing tool ${slug}`);
});

for (const category of Object.keys(categories))
  test(`${category}: every tool returns its documented sample for its example`, async (app) => {
    for (const entry of entries.filter((entry) => entry.category === category)) {
      const tool = await loadTool(entry);
      const input = examplesOf(tool.input);
      assert.ok(ajv.validate(tool.input, input), `${entry.slug}: ${ajv.errorsText()}`);
      for (const [name, property] of Object.entries(tool.input.properties))
        assert.ok((property as { title?: string }).title, `${entry.slug}: ${name} has no title`);
      if (tool.network) continue;
      const output = await runTool(app, { ...entry, tool }, input, { class: 'free', owner: '' });
      assert.ok(ajv.validate(tool.output, structuredClone(output)), `${entry.slug}: ${ajv.errorsText()}`);
      if (tool.sample !== undefined) assert.deepEqual(output, tool.sample, entry.slug);
    }
  });
