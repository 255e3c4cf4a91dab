import { sandboxTask } from '../platform/sandbox/task.ts';

/** A run of a tool without network access. */
interface ToolJob {
  slug: string;
  module: string;
  input: object;
  /** Milliseconds since 1970. */
  now: number;
}

export const toolTask = sandboxTask<ToolJob, unknown>('toolkit.tool', async () => {
  const { loadTool } = await import('./catalog/find-tool.ts');
  return async ({ slug, module, input, now }) => {
    const { run } = await loadTool({ slug, module });
    const outbound = () => Promise.reject(new Error('Tools in the sandbox cannot make requests'));
    const clock = { now: () => new Date(now) };
    return run(input as never, { clock, outbound } as never);
  };
});
