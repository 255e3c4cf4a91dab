/** Maximum nesting depth of JSON, so code can walk a body recursively. */
export const maxDepth = 64;

/**
 * Whether some JSON has more of a separator outside of strings than `max`: of `:`, as its objects have keys, or
 * of `,`, as its lists and objects have further entries. May be wrong for invalid JSON, which the parser rejects
 * anyway.
 */
export function hasMoreSeparators(text: string, separator: ':' | ',', max: number): boolean {
  // Each stands between two others.
  if (text.length < max * 2) return false;
  let count = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') index += 1;
    else if (!isInString && character === separator && (count += 1) > max) return true;
  }
  return false;
}

/** Counts brackets outside of strings. May be wrong for invalid JSON, which the parser rejects anyway. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > levels) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

/**
 * Parses JSON of strangers. Throws for deep nesting, as for anything that is not JSON, so that the value can be walked and
 * written recursively.
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(text, maxDepth)) throw new SyntaxError(`JSON is nested deeper than ${maxDepth} levels`);
  return JSON.parse(text);
}

/**
 * Returns JSON with sorted keys (RFC 8785): identical for equal values, whatever the order of their fields.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const sorted = Object.keys(fields).sort();
  return `{${sorted.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join(',')}}`;
}
