// The thread that tools run in whose work a hostile input could make long.
import { Problem } from '../../kernel/problem.ts';
import { loadTool } from '../catalog/find-tool.ts';

export interface Job {
  slug: string;
  module: string;
  input: object;
  /** Milliseconds since 1970. */
  now: number;
}

/** What a thread answers. A `Problem` does not survive the way between threads. */
type Result = { output: unknown } | { refused: { message: string; field: string } };

/** Runs one tool. There is no network here. */
export async function runJob({ slug, module, input, now }: Job): Promise<Result> {
  const { run } = await loadTool({ slug, module });
  try {
    const outbound = () => Promise.reject(new Error('Isolated tools make no requests'));
    const clock = { now: () => new Date(now) };
    return { output: await run(input as never, { clock, outbound } as never) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { message: error.message, field: error.field ?? '' } };
  }
}
