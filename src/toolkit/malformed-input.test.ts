import assert from 'node:assert/strict';
import { test } from '../../test/app.ts';
import { watchTwins } from '../../test/toolkit/twins.ts';
import { Problem } from '../kernel/problem.ts';
import { shapeCheck } from '../platform/http/input/validation.ts';
import { entryOf } from './catalog/entry.ts';
import { type FoundTool, loadTool } from './catalog/find-tool.ts';
import { examplesOf, type Tool } from './tool.ts';
import { runTool } from './run-tool.ts';

const texts = ['', '[{"a":', '\u0000'];

/** Yields a tool's example with other text in one field, as far as its schema allows that. */
function* malformedInputs({ input }: Tool): Generator<[field: string, input: Record<string, unknown>]> {
  const check = shapeCheck(input);
  for (const [field, { type }] of Object.entries(input.properties as Record<string, { type?: string }>))
    for (const text of type === 'string' ? texts : []) {
      const given = { ...examplesOf(input), [field]: text };
      try {
        check(given);
      } catch {
        continue;
      }
      yield [field, given];
    }
}

test('malformed text is accepted, or rejected at its field', async (shared) => {
  // A busy machine must not end a run.
  const app = { ...shared, config: { ...shared.config, TOOL_SECONDS: 60 } };
  // Similar tools that a loop makes take the same input.
  const isTwin = watchTwins();
  const distinct: FoundTool[] = [];
  for (const entry of entryOf.values()) {
    const tool = await loadTool(entry);
    if (!tool.network && !isTwin({ ...entry, tool }, tool.input)) distinct.push({ ...entry, tool });
  }
  const wrong: string[] = [];
  let runs = 0;
  for (const found of distinct)
    for (const [field, input] of malformedInputs(found.tool)) {
      runs += 1;
      const said = `${found.slug} with ${JSON.stringify(input[field])} as ${field}`;
      try {
        await runTool(app, found, input, { class: 'free', owner: '' });
      } catch (error) {
        const isRefusal = error instanceof Problem && error.kind === 'invalid' && error.field === field;
        if (!isRefusal) wrong.push(`${said}: ${String(error)}`);
      }
    }
  assert.deepEqual(wrong, []);
  assert.ok(runs > 500, `${runs} runs`);
});
