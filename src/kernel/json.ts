/** Maximum nesting depth of JSON, so code can walk a body recursively. */
export const maxDepth = 64;

/** Maximum number of keys of JSON, all objects together: enough for a hundred links with every option. */
export const maxJsonKeys = 5000;
/** Maximum number of entries of all lists and objects. */
export const maxEntries = 10_000;

/** The size of a JSON text, counted outside of strings. */
interface JsonSize {
  depth: number;
  /** Keys of all objects, as colons. */
  keys: number;
  /** Entries of all lists and objects after their first ones, as commas. */
  entries: number;
}

/**
 * Measures JSON in one scan that ends where a limit is exceeded, before anything is parsed. May be wrong for invalid
 * JSON, which the parser rejects anyway.
 */
export function measureJson(text: string, limits: Partial<JsonSize> = {}): JsonSize {
  const { depth = Infinity, keys = Infinity, entries = Infinity } = limits;
  const size = { depth: 0, keys: 0, entries: 0 };
  let open = 0;
  for (let index = 0; index < text.length; index += 1)
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        open += 1;
        if (open > size.depth && (size.depth = open) > depth) return size;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        open -= 1;
        break;
      case 0x3a: // :
        if ((size.keys += 1) > keys) return size;
        break;
      case 0x2c: // ,
        if ((size.entries += 1) > entries) return size;
    }
  return size;
}

const quote = 0x22;
const backslash = 0x5c;

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index += 1;
  }
  return text.length;
}

/** Whether JSON is nested too deep to be walked, or has too many parts to be worth it. */
export function excessOf(text: string): 'depth' | 'parts' | undefined {
  const { depth, keys, entries } = measureJson(text, {
    depth: maxDepth,
    keys: maxJsonKeys,
    entries: maxEntries,
  });
  if (depth > maxDepth) return 'depth';
  return keys > maxJsonKeys || entries > maxEntries ? 'parts' : undefined;
}

/** Whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses JSON of strangers. Throws for deep nesting, as for anything that is not JSON, so that the value can be walked and
 * written recursively.
 */
export function parseJson(text: string): unknown {
  if (measureJson(text, { depth: maxDepth }).depth > maxDepth)
    throw new SyntaxError(`JSON is nested deeper than ${maxDepth} levels`);
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
