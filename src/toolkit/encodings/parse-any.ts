import type { X2jOptions } from 'fast-xml-parser';
import { invalid } from '../../kernel/problem.ts';

/** Maximum nesting of lists and objects. Deeper values would overflow the stack of recursive functions. */
const deepest = 500;

/** Parses JSON. The error message has the position. */
export function parseAny(field: string, text: string): unknown {
  let depth = 0;
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (depth > deepest) throw invalid(field, `This is nested more than ${deepest} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
}

/** Parses YAML 1.2. Limits aliases, so that a few of them cannot expand to millions of values. */
export async function parseYaml(field: string, text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    // Rejects circular aliases, which no other format can represent.
    JSON.stringify(value);
    return value;
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    throw invalid(
      field,
      first.includes('circular') ? 'An alias refers to an element that contains it' : first,
    );
  }
}

/** Parses XML without custom entities. */
export async function parseXml(field: string, text: string, options: X2jOptions = {}): Promise<unknown> {
  const [{ XMLParser }, { SyntaxValidator }] = await Promise.all([
    import('fast-xml-parser'),
    import('fast-xml-validator'),
  ]);
  try {
    // According to its types it only returns `true`, but it also throws and returns errors.
    const checked: unknown = SyntaxValidator.validate(text);
    if (checked !== true) throw (checked as { err: Error & { msg: string } }).err;
  } catch (error) {
    const { msg, message, line } = error as { msg?: string; message?: string; line?: number };
    throw invalid(
      field,
      `${msg ?? message ?? 'This is not XML'}${line ? ` (line ${line})` : ''}`.slice(0, 300),
    );
  }
  if (/<!ENTITY/i.test(text)) throw invalid(field, 'Entity declarations are not allowed');
  try {
    return new XMLParser({ ignoreAttributes: false, ...options }).parse(text);
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
}
