import { orAbort } from '../kernel/or-abort.ts';
import { Problem, msg } from '../kernel/problem.ts';
import { seconds } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import { runSandboxed, type SandboxTurn } from '../platform/sandbox/sandbox.ts';
import type { FoundTool } from './catalog/find-tool.ts';
import { checkOutput, toolTask } from './tool-task.ts';

/** Characters of input from which the work of the simplest tool is more than that of a page. */
export const largeInput = 2000;

/** Whether a run with this input takes place in a sandbox. */
export function isIsolated({ tool }: Pick<FoundTool, 'tool'>, input: object): boolean {
  if (tool.network) return false;
  const length = Object.values(input).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  return Boolean(tool.isolated) || length > largeInput;
}

interface Turn extends SandboxTurn {
  /** Uploaded files by parameter. */
  files?: Readonly<Record<string, string>>;
}

/**
 * Runs a tool on validated input, in the turn of a caller. Throws a `Problem` if the input makes the result
 * impossible.
 */
export async function runTool(
  app: App,
  found: FoundTool,
  input: object,
  { files = {}, ...turn }: Turn,
): Promise<object> {
  const { tool, slug, module } = found;
  const { outbound, clock } = app;
  const job = { slug, module, input, files, now: clock.now().getTime() };
  const work =
    isIsolated(found, input) || Object.keys(files).length > 0
      ? runSandboxed(app, toolTask, job, turn)
      : Promise.try(() =>
          tool.run(input as never, {
            outbound,
            clock,
            sandbox: (task, given) => runSandboxed(app, task, given, turn),
          }),
        );
  try {
    const output = (await (tool.network ? orAbort(work, deadline(app)) : work)) as object;
    checkOutput(output);
    return output;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // A library threw on unexpected input. The client gets a validation error, and the log has the details.
    app.log.error({ ...(!tool.secret && { err: error }), tool: slug }, 'a tool failed on its input');
    throw new Problem('invalid', msg('The tool cannot process this input'), {
      code: 'tool_failed',
      cause: error,
    });
  }
}

function deadline({ config }: App): AbortSignal {
  const controller = new AbortController();
  const late = new Problem('unavailable', msg('The other server took too long'), { retryAfter: 5 });
  setTimeout(() => controller.abort(late), seconds(config.TOOL_SECONDS * 3)).unref();
  return controller.signal;
}
