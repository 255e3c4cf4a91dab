// The thread for tools whose work hostile input could prolong.
import { Problem } from '../../kernel/problem.ts';
import { loadTool } from '../catalog/find-tool.ts';

export interface Job {
  slug: string;
  module: string;
  input: object;
  /** Milliseconds since 1970. */
  now: number;
}

/** The result of a thread. A `Problem` cannot be transferred between threads. */
type Result = { output: unknown } | { refused: { message: string; field: string } };

/** Runs one tool, without network access. */
export async function runJob({ slug, module, input, now }: Job): Promise<Result> {
  const { run } = await loadTool({ slug, module });
  try {
    const outbound = () => Promise.reject(new Error('Isolated tools cannot make requests'));
    const clock = { now: () => new Date(now) };
    return { output: await run(input as never, { clock, outbound } as never) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { message: error.message, field: error.field ?? '' } };
  }
}
