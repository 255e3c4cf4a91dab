import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Semantic version comparer',
  summary: 'Compare two versions under Semantic Versioning 2.0.0',
  keywords: 'semver compare',
  input: {
    a: input.line('First version', '1.10.0', { max: 100 }),
    b: input.line('Second version', '1.9.3-beta.2', { max: 100 }),
  },
  output: { order: output.text('Order'), newer: output.text('Newer'), change: output.text('Kind of change') },
  sample: { order: '>', newer: '1.10.0', change: 'minor' },
  run: ({ a, b }) => {
    const [x, y] = [parse('a', a), parse('b', b)];
    const order = compare(x, y);
    const change =
      (['major', 'minor', 'patch'] as const).find((_, i) => x.core[i] !== y.core[i]) ??
      (order === 0 ? 'none' : 'prerelease');
    return { order: order === 0 ? '=' : order < 0 ? '<' : '>', newer: order < 0 ? b : a, change };
  },
});

function parse(field: string, text: string) {
  const match =
    /^v?(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})(?:-([\dA-Za-z.-]{1,50}))?(?:\+[\dA-Za-z.-]{1,50})?$/.exec(
      text.trim(),
    );
  if (!match) throw invalid(field, 'Send a version such as 1.4.0 or 2.0.0-beta.1');
  return { core: match.slice(1, 4).map(Number), pre: match[4]?.split('.') ?? [] };
}

function compare(a: ReturnType<typeof parse>, b: ReturnType<typeof parse>): number {
  for (const [i, part] of a.core.entries()) if (part !== b.core[i]) return part - (b.core[i] ?? 0);
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [i, part] of a.pre.entries()) {
    const other = b.pre[i];
    if (other === undefined) return 1;
    if (part === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(part), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(part) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return part < other ? -1 : 1;
  }
  return a.pre.length - b.pre.length;
}
