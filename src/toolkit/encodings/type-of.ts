/** Returns the TypeScript type of a JSON value. */
export function typeOf(value: unknown, indent = ''): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.map((item) => typeOf(item, indent)))];
    if (kinds.length === 0) return 'unknown[]';
    const [only = ''] = kinds;
    return kinds.length === 1 ? `${only}[]` : `(${kinds.join(' | ')})[]`;
  }
  if (typeof value !== 'object') return typeof value;
  const entries = Object.entries(value);
  if (entries.length === 0) return 'Record<string, never>';
  const inner = `${indent}  `;
  const lines = entries.map(([key, item]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return `${inner}${name}: ${typeOf(item, inner)};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
