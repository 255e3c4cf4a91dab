import { randomBytes } from 'node:crypto';
import { invalid } from '../../kernel/problem.ts';
import { isExact, toNode, type JsonNode } from './json-text.ts';

const limit = 2n ** 63n;

/** Writes TOML. Numbers keep their digits; what TOML cannot hold is rejected. */
export async function writeToml(field: string, node: JsonNode): Promise<string> {
  if (node.kind !== 'object') throw invalid(field, 'TOML begins with keys and values');
  const { stringify } = await import('smol-toml');
  // A text that is replaced by a number, because the library writes numbers in its own way.
  const mark = randomBytes(12).toString('hex');
  const numbers: string[] = [];
  const toValue = (inner: JsonNode): unknown => {
    if (inner.kind === 'object')
      return Object.fromEntries(inner.entries.map(([key, value]) => [key, toValue(value)]));
    if (inner.kind === 'list') return inner.items.map(toValue);
    if (inner.kind === 'word' && inner.value === null) throw invalid(field, 'TOML cannot hold null');
    if (inner.kind !== 'number') return inner.value;
    refuseLarge(field, inner.written);
    return `${mark}-${numbers.push(inner.written) - 1}`;
  };
  const value = toValue(node) as Record<string, unknown>;
  try {
    const text = stringify(value);
    return text.replaceAll(
      new RegExp(`"${mark}-(\\d+)"`, 'g'),
      (_, index: string) => numbers[Number(index)] ?? '',
    );
  } catch (error) {
    throw invalid(field, `TOML cannot hold this: ${(error as Error).message}`);
  }
}

function refuseLarge(field: string, written: string): void {
  const isInteger = /^-?\d+$/.test(written);
  const fits = isInteger
    ? written.length <= 20 && BigInt(written) < limit && BigInt(written) >= -limit
    : Number.isFinite(Number(written));
  if (!fits) throw invalid(field, `TOML cannot hold the number ${written.slice(0, 40)}`);
}

/** Texts and comments, which are skipped, and words, which may be numbers or times. */
const tokens =
  /"""(?:[^"\\]|\\[^]|"(?!""))*(?:""")?|'''(?:[^']|'(?!''))*(?:''')?|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*|[\w.+:-]+/g;

/** Rejects numbers and times with more digits than the parser keeps. Integers are read exactly. */
function refuseLongDigits(field: string, text: string): void {
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const isKey = /^[ \t]*[=.\]]/.test(text.slice(index + token.length, index + token.length + 20));
    const written = token.replaceAll('_', '').replace(/^\+/, '');
    const isFloat = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(written) && !/^-?\d+$/.test(written);
    const [, fraction = ''] = /^(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d\.\d{3}(\d+)/i.exec(token) ?? [];
    const isLongTime = /[1-9]/.test(fraction);
    if (!isKey && ((isFloat && !isExact(written)) || isLongTime))
      throw invalid(field, `${token.slice(0, 40)} has more digits than this tool can process`);
  }
}

/** Parses TOML to JSON. Integers keep their digits, and a float stays one. */
export async function parseToml(field: string, text: string): Promise<JsonNode> {
  const { parse, TomlDate } = await import('smol-toml');
  let value: unknown;
  try {
    value = parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: true });
  } catch (error) {
    throw invalid(field, (error as Error).message.split('\n')[0] ?? 'This is not TOML');
  }
  refuseLongDigits(field, text);
  const walk = (inner: unknown): JsonNode => {
    if (inner instanceof TomlDate) return { kind: 'text', value: inner.toISOString() };
    if (Array.isArray(inner)) return { kind: 'list', items: inner.map(walk) };
    if (typeof inner === 'number' && !Number.isFinite(inner))
      throw invalid(field, 'JSON has no infinity and no NaN');
    if (typeof inner === 'number' && Number.isInteger(inner) && Math.abs(inner) < 1e21)
      return { kind: 'number', written: `${Object.is(inner, -0) ? '-0' : BigInt(inner).toString()}.0` };
    if (typeof inner === 'object' && inner !== null)
      return {
        kind: 'object',
        entries: Object.entries(inner).map(([key, item]) => [key, walk(item)] as const),
      };
    return toNode(inner);
  };
  return walk(value);
}
