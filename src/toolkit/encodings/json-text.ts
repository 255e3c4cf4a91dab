import { invalid } from '../../kernel/problem.ts';

/**
 * JSON as it is written. A parsed JavaScript value loses the digits of large numbers, trailing zeros, repeated keys,
 * and the order of keys that look like numbers.
 */
export type JsonNode =
  | {
      kind: 'object';
      entries: readonly (readonly [key: string, value: JsonNode, written?: string | undefined])[];
    }
  | { kind: 'list'; items: readonly JsonNode[] }
  | { kind: 'text'; value: string; written?: string }
  | { kind: 'number'; written: string }
  | { kind: 'word'; value: true | false | null };

/** Maximum nesting of lists and objects. Deeper values would overflow the stack of recursive functions. */
const deepest = 500;

/** Throws a `Problem` with the position if a text is not JSON. Returns it without byte order mark. */
function checkJson(field: string, given: string): string {
  const text = given.replace(/^\uFEFF/, '');
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (depth > deepest) throw invalid(field, `This is nested more than ${deepest} levels deep`);
  }
  try {
    JSON.parse(text);
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
  return text;
}

/** Parses JSON of any content. Repeated keys are kept. */
export function parseJsonText(field: string, given: string): JsonNode {
  const tokens = checkJson(field, given).match(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,:{}[\]"]+/g) ?? [];
  let at = 0;
  const next = (): JsonNode => {
    const token = tokens[at++] ?? '';
    if (token === '{') {
      const entries: [string, JsonNode, string][] = [];
      while (tokens[at] !== '}') {
        const key = tokens[at++] ?? '';
        entries.push([JSON.parse(key) as string, next(), key]);
      }
      at += 1;
      return { kind: 'object', entries };
    }
    if (token === '[') {
      const items: JsonNode[] = [];
      while (tokens[at] !== ']') items.push(next());
      at += 1;
      return { kind: 'list', items };
    }
    if (token.startsWith('"')) return { kind: 'text', value: JSON.parse(token) as string, written: token };
    if (token === 'true' || token === 'false') return { kind: 'word', value: token === 'true' };
    return token === 'null' ? { kind: 'word', value: null } : { kind: 'number', written: token };
  };
  return next();
}

/** Parses JSON for a format without repeated keys, which are rejected. */
export function parseDistinct(field: string, text: string): JsonNode {
  const node = parseJsonText(field, text);
  const walk = (inner: JsonNode): void => {
    if (inner.kind === 'list') for (const item of inner.items) walk(item);
    if (inner.kind !== 'object') return;
    const known = new Set<string>();
    for (const [key, value] of inner.entries) {
      if (known.has(key)) throw invalid(field, `The key “${key.slice(0, 60)}” appears twice in an object`);
      known.add(key);
      walk(value);
    }
  };
  walk(node);
  return node;
}

/** Writes JSON. Only the space between tokens differs from what was parsed. */
export function writeJson(node: JsonNode, indent = '', within = ''): string {
  const inner = within + indent;
  const [line, end] = indent === '' ? ['', ''] : [`\n${inner}`, `\n${within}`];
  const list = (open: string, parts: readonly string[], close: string) =>
    parts.length === 0 ? open + close : `${open}${line}${parts.join(`,${line}`)}${end}${close}`;
  if (node.kind === 'list')
    return list(
      '[',
      node.items.map((item) => writeJson(item, indent, inner)),
      ']',
    );
  if (node.kind === 'object') {
    const colon = indent === '' ? ':' : ': ';
    const parts = node.entries.map(
      ([key, value, written]) => (written ?? JSON.stringify(key)) + colon + writeJson(value, indent, inner),
    );
    return list('{', parts, '}');
  }
  if (node.kind === 'text') return node.written ?? JSON.stringify(node.value);
  return node.kind === 'number' ? node.written : String(node.value);
}

/** Returns the text of a single value: a number as written, and nothing for null. */
export const nodeText = (node: JsonNode): string => {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'number') return node.written;
  if (node.kind === 'word') return node.value === null ? '' : String(node.value);
  return writeJson(node);
};

/** Returns a JavaScript value as a node. */
export function toNode(value: unknown): JsonNode {
  if (value === null || value === undefined) return { kind: 'word', value: null };
  if (typeof value === 'boolean') return { kind: 'word', value };
  if (typeof value === 'number' || typeof value === 'bigint')
    return { kind: 'number', written: Object.is(value, -0) ? '-0' : String(value) };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(toNode) };
  if (typeof value !== 'object') return { kind: 'text', value: value as string };
  const entries = value instanceof Map ? [...(value as Map<string, unknown>)] : Object.entries(value);
  return { kind: 'object', entries: entries.map(([key, inner]) => [key, toNode(inner)] as const) };
}

/** Returns the digits and the exponent of a number, the same for every spelling of its value. */
export function canonicalNumber(written: string): string {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end);
  if (significant === '') return '0';
  const power =
    BigInt(exponent.slice(0, 20)) - BigInt(part.length) + BigInt(digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

/** Whether a JavaScript number has the value of a written number. */
export const isExact = (written: string): boolean => {
  const value = Number(written);
  return Number.isFinite(value) && canonicalNumber(String(value)) === canonicalNumber(written);
};

/** Parses JSON to a JavaScript value, for work that needs one. Rejects numbers whose digits would change. */
export function parseExact(field: string, text: string): unknown {
  const refuse = (node: JsonNode): void => {
    if (node.kind === 'list') for (const item of node.items) refuse(item);
    if (node.kind === 'object') for (const [, value] of node.entries) refuse(value);
    if (node.kind === 'number' && !isExact(node.written))
      throw invalid(
        field,
        `The number ${node.written.slice(0, 40)} has more digits than this tool can calculate with; send it as text`,
      );
  };
  refuse(parseDistinct(field, text));
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

declare global {
  interface JSON {
    /** Returns a number that is written with the given digits. */
    rawJSON: (text: string) => unknown;
  }
}

/** Returns a value of which JSON is written with the digits of the original. */
export function toJsonValue(node: JsonNode): unknown {
  if (node.kind === 'list') return node.items.map(toJsonValue);
  if (node.kind === 'object')
    return Object.fromEntries(node.entries.map(([key, value]) => [key, toJsonValue(value)]));
  if (node.kind !== 'number') return node.value;
  return String(Number(node.written)) === node.written ? Number(node.written) : JSON.rawJSON(node.written);
}

/** Texts, comments, marks, and words, which are keys or values. */
const tokens =
  /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\/[^\n\r\u2028\u2029]*|\/\*(?:[^*]|\*(?!\/))*\*\/|[{}[\]:,]|[^\s{}[\]:,"'/]+/g;

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
