import { cleanName } from '../../kernel/typed-text/clean-name.ts';

const longest = 120;

/** Sanitizes a file name for display: removes folders and invisible or bidi control characters. */
export function toFileName(sent: string): string {
  const name = cleanName(
    sent
      .slice(-2 * longest)
      .split(/[/\\]/)
      .at(-1) ?? '',
  );
  if (name.length <= longest) return name;
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return name.slice(0, longest - ending.length).toWellFormed() + ending;
}
