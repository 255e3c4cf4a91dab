import type { TransformOptions } from 'esbuild';
import { invalid } from '../../kernel/problem.ts';

/** What esbuild makes of code. It works in a process of its own, so that nobody waits for it. */
export async function transformWith(field: string, code: string, options: TransformOptions): Promise<string> {
  const { transform } = await import('esbuild');
  try {
    const { code: text } = await transform(code, { ...options, logLevel: 'silent', legalComments: 'none' });
    return text.trimEnd();
  } catch (error) {
    const [first] =
      (error as { errors?: { text: string; location: { line: number } | null }[] }).errors ?? [];
    throw invalid(field, first ? `${first.text} (line ${first.location?.line ?? 1})` : 'This cannot be read');
  }
}
