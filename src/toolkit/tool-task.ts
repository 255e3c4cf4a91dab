import { readFile } from 'node:fs/promises';
import { Problem, msg } from '../kernel/problem.ts';
import { sandboxTask } from '../platform/sandbox/task.ts';

/** A run of a tool without network access. */
interface ToolJob {
  slug: string;
  module: string;
  input: object;
  /** Uploaded files by parameter. They are read here, so that their bytes never pass through the serving process. */
  files: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  now: number;
}

export const toolTask = sandboxTask<ToolJob, unknown>('toolkit.tool', async () => {
  const { loadTool } = await import('./catalog/find-tool.ts');
  return async ({ slug, module, input, files, now }) => {
    const { run } = await loadTool({ slug, module });
    const uploads = await Promise.all(
      Object.entries(files).map(async ([name, path]) => [name, await readFile(path, 'base64')] as const),
    );
    const outbound = () => Promise.reject(new Error('Tools in the sandbox cannot make requests'));
    const clock = { now: () => new Date(now) };
    const output: unknown = await run(
      { ...input, ...Object.fromEntries(uploads) } as never,
      { clock, outbound } as never,
    );
    checkOutput(output);
    return output;
  };
});

/** Maximum characters of a result, with what its numbers and names take. Pages escape and show all of it. */
const maxCharacters = 1_500_000;
/** Maximum Base64 characters of the files of a result, for 15 MB. */
const maxBase64 = 20_000_000;
/** What a value takes beside its text. */
const perValue = 8;

/**
 * Throws a `Problem` for a result that cannot be sent: JSON has no infinity, which sums and quotients of extreme numbers
 * are, and a short text can become a very long one.
 */
export function checkOutput(output: unknown): void {
  let characters = 0;
  let base64 = 0;
  const todo: unknown[] = [output];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    characters += perValue;
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Problem('invalid', msg('The result is beyond the range of numbers'));
    if (typeof value === 'string') characters += value.length;
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (name === 'base64' && typeof inner === 'string') base64 += inner.length;
        else if (inner !== undefined) todo.push(inner);
      }
    if (characters > maxCharacters || base64 > maxBase64)
      throw new Problem('unprocessable', msg('The result is too large'), { code: 'result_too_large' });
  }
}
