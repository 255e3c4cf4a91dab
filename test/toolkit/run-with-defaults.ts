import assert from 'node:assert/strict';
import type { App } from '../../src/platform/app.ts';
import { runTool } from '../../src/toolkit/run-tool.ts';
import { findTool } from '../../src/toolkit/catalog/find-tool.ts';
import { examplesOf } from '../../src/toolkit/tool.ts';

/** Runs a tool on its example, overridden by the given input. */
export async function runWithDefaults(
  app: App,
  slug: string,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const found = await findTool(slug);
  assert.ok(found, slug);
  const input = { ...examplesOf(found.tool.input), ...given };
  return (await runTool(app, found, input, { class: 'free', owner: '' })) as Record<string, unknown>;
}
