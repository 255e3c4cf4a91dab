import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** A tool that another part of the system offers beside the skills: it publishes nothing, and costs nothing. */
export interface FreeTool extends Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'> {
  /** Throws a `Problem` that says why there is no answer. */
  run: (app: App, viewer: Viewer, input: Readonly<Record<string, unknown>>) => Promise<object>;
}
