import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

export default tool({
  title: 'JSON diff',
  summary: 'Find what was added, removed and changed between two JSON documents',
  keywords: 'compare json patch',
  isolated: true,
  input: {
    before: input.text('Before', '{"a":1,"b":[1,2]}'),
    after: input.text('After', '{"a":2,"b":[1,2,3]}'),
  },
  output: {
    changes: output.table('Changes', {
      path: output.text('Path'),
      kind: output.text('Kind'),
      before: output.text('Before'),
      after: output.text('After'),
    }),
    isEqual: output.flag('Equal'),
  },
  sample: {
    changes: [
      { path: '/a', kind: 'changed', before: '1', after: '2' },
      { path: '/b/2', kind: 'added', before: '', after: '3' },
    ],
    isEqual: false,
  },
  run: ({ before, after }) => {
    const changes: { path: string; kind: string; before: string; after: string }[] = [];
    compare(parseAny('before', before), parseAny('after', after), '', changes);
    return { changes: changes.slice(0, 2000), isEqual: changes.length === 0 };
  },
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function compare(
  a: unknown,
  b: unknown,
  path: string,
  changes: { path: string; kind: string; before: string; after: string }[],
): void {
  const text = (value: unknown) => (value === undefined ? '' : JSON.stringify(value));
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      compare(a[key], b[key], `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, changes);
    return;
  }
  if (text(a) === text(b)) return;
  const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
  changes.push({ path: path || '/', kind, before: text(a), after: text(b) });
}
