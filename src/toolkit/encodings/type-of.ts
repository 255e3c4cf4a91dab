import type { JsonNode } from './json-text.ts';

/** Returns the TypeScript type of a JSON value. */
export function typeOf(node: JsonNode, indent = ''): string {
  if (node.kind === 'word') return node.value === null ? 'null' : 'boolean';
  if (node.kind === 'text') return 'string';
  if (node.kind === 'number') return 'number';
  if (node.kind === 'list') {
    const kinds = [...new Set(node.items.map((item) => typeOf(item, indent)))];
    if (kinds.length === 0) return 'unknown[]';
    const [only = ''] = kinds;
    return kinds.length === 1 ? `${only}[]` : `(${kinds.join(' | ')})[]`;
  }
  if (node.entries.length === 0) return 'Record<string, never>';
  const inner = `${indent}  `;
  const lines = node.entries.map(([key, item]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return `${inner}${name}: ${typeOf(item, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
