import { t } from '../../kernel/translation/translate.ts';
import { join } from 'node:path';
import type { Piscina } from 'piscina';
import { projectFolder } from '../../kernel/project-folder.ts';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Job, runJob } from './tool-worker.ts';

const workerFile = join(
  projectFolder,
  import.meta.url.endsWith('.ts') ? 'src/toolkit/calls/tool-worker.ts' : 'build/tool-worker.js',
);

let pool: Promise<Piscina> | undefined;

/** Threads start on first use, and end when idle. */
const openPool = ({ TOOL_MEMORY_MB }: App['config']): Promise<Piscina> =>
  (pool ??= import('piscina').then(
    ({ Piscina }) =>
      new Piscina({
        filename: workerFile,
        name: 'runJob',
        minThreads: 0,
        maxThreads: 2,
        maxQueue: 32,
        idleTimeout: seconds(30),
        resourceLimits: { maxOldGenerationSizeMb: TOOL_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
        recordTiming: false,
      }),
  ));

/** Runs a tool in a thread that is terminated if it exceeds its time or memory limit. */
export async function runIsolated(app: Pick<App, 'config'>, job: Job): Promise<unknown> {
  const threads = await openPool(app.config);
  const limit = AbortSignal.timeout(seconds(app.config.TOOL_SECONDS));
  let result: Awaited<ReturnType<typeof runJob>>;
  try {
    result = (await threads.run(job, { signal: limit })) as typeof result;
  } catch (error) {
    throw toProblem(error, limit);
  }
  if ('refused' in result) {
    const { message, field } = result.refused;
    throw new Problem('invalid', message, field ? { field } : {});
  }
  return result.output;
}

function toProblem(error: unknown, limit: AbortSignal): unknown {
  if (limit.aborted)
    return new Problem('invalid', t('This input takes too long to process'), { code: 'tool_timeout' });
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new Problem('invalid', t('This input uses too much memory'), { code: 'tool_memory' });
  if (message === 'Task queue is at limit')
    return new Problem('unavailable', t('Too many tools are running at the moment. Try again shortly.'), {
      retryAfter: 2,
    });
  return error;
}
