import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** A tool that another module offers beside the skills. It publishes nothing and is free. */
export interface FreeTool extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema'
> {
  /** Throws a `Problem` with the reason for a failure. */
  run: (app: App, viewer: Viewer, input: Readonly<Record<string, unknown>>) => Promise<object>;
}
