import { orAbort } from '../kernel/or-abort.ts';
import { Problem } from '../kernel/problem.ts';
import { seconds } from '../kernel/time.ts';
import { t } from '../kernel/translation/translate.ts';
import type { App } from '../platform/app.ts';
import { runSandboxed, type SandboxTurn } from '../platform/sandbox/sandbox.ts';
import type { FoundTool } from './catalog/find-tool.ts';
import { toolTask } from './tool-task.ts';

/**
 * Runs a tool on validated input, in the turn of a caller. Throws a `Problem` if the input makes the result
 * impossible.
 */
export async function runTool(app: App, found: FoundTool, input: object, turn: SandboxTurn): Promise<object> {
  const { tool, slug, module } = found;
  const { outbound, clock } = app;
  const job = { slug, module, input, now: clock.now().getTime() };
  const work = tool.isolated
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
    refuseUnbounded(output);
    return output;
  } catch (error) {
    if (error instanceof Problem) throw error;
    // A library threw on unexpected input. The client gets a validation error, and the log has the details.
    app.log.error({ ...(!tool.secret && { err: error }), tool: slug }, 'a tool failed on its input');
    throw new Problem('invalid', t('The tool cannot process this input'), {
      code: 'tool_failed',
      cause: error,
    });
  }
}

/** JSON has no infinity, which sums and quotients of extreme numbers are. */
function refuseUnbounded(output: object): void {
  const isUnbounded = (value: unknown): boolean =>
    typeof value === 'number'
      ? !Number.isFinite(value)
      : typeof value === 'object' && value !== null && Object.values(value).some(isUnbounded);
  if (isUnbounded(output)) throw new Problem('invalid', t('The result is beyond the range of numbers'));
}

function deadline({ config }: App): AbortSignal {
  const controller = new AbortController();
  const late = new Problem('unavailable', t('The other server took too long'), { retryAfter: 5 });
  setTimeout(() => controller.abort(late), seconds(config.TOOL_SECONDS * 3)).unref();
  return controller.signal;
}
