import { hours } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { addressKey, enforce } from '../../platform/limits.ts';
import { runTool } from '../calls/run-tool.ts';
import type { FoundTool } from '../catalog/find-tool.ts';

/** Runs a tool for a visitor. Throws a `Problem` of kind `throttled` if the free limit is exceeded. */
export async function freeRun(
  app: App,
  by: { viewer: Viewer | undefined; address: string },
  found: FoundTool,
  input: object,
): Promise<object> {
  const { FREE_TOOL_LOOKUPS, FREE_TOOL_RUNS } = app.config;
  const rule = found.tool.network
    ? { name: 'tools:lookups', calls: FREE_TOOL_LOOKUPS, within: hours(1) }
    : { name: 'tools:runs', calls: FREE_TOOL_RUNS, within: hours(1) };
  const key = by.viewer ? `account:${by.viewer.id}` : addressKey(by.address);
  enforce(await app.limits.consume(rule, key));
  return runTool(app, found, input, { class: 'free', owner: key });
}
