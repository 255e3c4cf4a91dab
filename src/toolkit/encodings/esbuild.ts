import type { TransformOptions } from 'esbuild';
import { invalid } from '../../kernel/problem.ts';

/** Transforms code with esbuild, which runs in a separate process and does not block the event loop. */
export async function transformWith(field: string, code: string, options: TransformOptions): Promise<string> {
  const { transform } = await import('esbuild');
  try {
    const { code: text } = await transform(code, { ...options, logLevel: 'silent', legalComments: 'none' });
    return text.trimEnd();
  } catch (error) {
    const [first] =
      (error as { errors?: { text: string; location: { line: number } | null }[] }).errors ?? [];
    throw invalid(
      field,
      first ? `${first.text} (line ${first.location?.line ?? 1})` : 'This cannot be parsed',
    );
  }
}
