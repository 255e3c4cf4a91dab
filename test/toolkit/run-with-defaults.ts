import assert from 'node:assert/strict';
import type { App } from '../../src/platform/app.ts';
import { runTool } from '../../src/toolkit/calls/run-tool.ts';
import { findTool } from '../../src/toolkit/catalog/find-tool.ts';

/** Runs a tool on its defaults, overridden by the given input. */
export async function runWithDefaults(
  app: App,
  slug: string,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const found = await findTool(slug);
  assert.ok(found, slug);
  const properties = found.tool.input.properties as Record<string, { default?: unknown }>;
  const defaults = Object.fromEntries(
    Object.entries(properties).map(([name, { default: value }]) => [name, value]),
  );
  return (await runTool(app, found, { ...defaults, ...given }, { class: 'free', owner: '' })) as Record<
    string,
    unknown
  >;
}
