import { invalid } from '../../kernel/problem.ts';
import type { JsonNode } from './json-text.ts';

/** Texts, comments, marks, and words, which are keys or values. */
const tokens =
  /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*]|\*(?!\/))*\*\/|[{}[\]:,]|[^\s{}[\]:,"'/]+/g;

/** Maximum nesting, as of JSON. */
const deepest = 500;

/** Parses JSON5. Numbers keep their digits and keys their order, and repeated keys are rejected. */
export async function parseJson5(field: string, given: string): Promise<JsonNode> {
  const { default: JSON5 } = await import('json5');
  const text = given.replace(/^\uFEFF/, '');
  try {
    JSON5.parse(text);
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
  const parts = (text.match(tokens) ?? []).filter((token) => !/^\/[/*]/.test(token));
  let at = 0;
  const items = <T>(end: string, depth: number, read: () => T): T[] => {
    if (depth > deepest) throw invalid(field, `This is nested more than ${deepest} levels deep`);
    const found: T[] = [];
    for (at += 1; parts[at] !== end;) {
      found.push(read());
      if (parts[at] === ',') at += 1;
    }
    at += 1;
    return found;
  };
  const value = (depth: number): JsonNode => {
    const token = parts[at] ?? '';
    if (token === '[') return { kind: 'list', items: items(']', depth, () => value(depth + 1)) };
    if (token === '{') {
      const known = new Set<string>();
      const entry = (): readonly [string, JsonNode] => {
        const written = parts[at] ?? '';
        const key = /^["']/.test(written)
          ? JSON5.parse<string>(written)
          : (Object.keys(JSON5.parse<object>(`{${written}:0}`))[0] ?? '');
        if (known.has(key)) throw invalid(field, `The key “${key.slice(0, 60)}” appears twice in an object`);
        known.add(key);
        // The key and the colon.
        at += 2;
        return [key, value(depth + 1)];
      };
      return { kind: 'object', entries: items('}', depth, entry) };
    }
    at += 1;
    if (/^["']/.test(token)) return { kind: 'text', value: JSON5.parse<string>(token) };
    if (token === 'true' || token === 'false') return { kind: 'word', value: token === 'true' };
    return token === 'null'
      ? { kind: 'word', value: null }
      : { kind: 'number', written: number(field, token) };
  };
  return value(0);
}

function number(field: string, token: string): string {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/.exec(token) ?? [];
  if (/^(?:Infinity|NaN)$/.test(digits)) throw invalid(field, `JSON has no ${token}`);
  const minus = sign === '-' ? '-' : '';
  if (/^0x/i.test(digits)) return minus + BigInt(digits).toString();
  return minus + digits.replace(/^\./, '0.').replace(/\.(?=$|e)/i, '');
}
