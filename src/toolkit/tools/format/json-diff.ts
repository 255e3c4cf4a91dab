import { input, output, tool } from '../../tool.ts';
import { canonicalNumber, parseDistinct, writeJson, type JsonNode } from '../../encodings/json-text.ts';

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
    const changes: Change[] = [];
    compare(parseDistinct('before', before), parseDistinct('after', after), '', changes);
    return { changes: changes.slice(0, 2000), isEqual: changes.length === 0 };
  },
});

type Change = Record<'path' | 'kind' | 'before' | 'after', string>;

const childrenOf = (node: JsonNode | undefined): Map<string, JsonNode> | undefined => {
  if (node?.kind === 'object') return new Map(node.entries.map(([key, value]) => [key, value]));
  if (node?.kind === 'list') return new Map(node.items.map((item, index) => [String(index), item]));
  return undefined;
};

function compare(a: JsonNode | undefined, b: JsonNode | undefined, path: string, changes: Change[]): void {
  const [inA, inB] = [childrenOf(a), childrenOf(b)];
  if (inA && inB && a?.kind === b?.kind) {
    for (const key of new Set([...inA.keys(), ...inB.keys()]))
      compare(
        inA.get(key),
        inB.get(key),
        `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        changes,
      );
    return;
  }
  if (a && b && isSame(a, b)) return;
  const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
  const text = (node: JsonNode | undefined) => (node ? writeJson(node) : '');
  changes.push({ path: path || '/', kind, before: text(a), after: text(b) });
}

function isSame(a: JsonNode, b: JsonNode): boolean {
  if (a.kind === 'number' && b.kind === 'number')
    return canonicalNumber(a.written) === canonicalNumber(b.written);
  if (a.kind === 'text' && b.kind === 'text') return a.value === b.value;
  return a.kind === 'word' && b.kind === 'word' && a.value === b.value;
}
