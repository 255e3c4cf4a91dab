import type { X2jOptions } from 'fast-xml-parser';
import { invalid } from '../../kernel/problem.ts';

/** Levels of lists and objects. Deeper ones would exhaust the stack of what walks through them. */
const deepest = 500;

/** JSON, with a message that says where it stops being JSON. */
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

/** YAML 1.2. Aliases count, so that a few of them do not become millions of values. */
export async function parseYaml(field: string, text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    // An alias may lead back to what it is in, which nothing else can hold.
    JSON.stringify(value);
    return value;
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    throw invalid(field, first.includes('circular') ? 'An alias leads back to what it is in' : first);
  }
}

/** XML without entities of its own. */
export async function parseXml(field: string, text: string, options: X2jOptions = {}): Promise<unknown> {
  const [{ XMLParser }, { SyntaxValidator }] = await Promise.all([
    import('fast-xml-parser'),
    import('fast-xml-validator'),
  ]);
  try {
    // Its declaration says that it only ever answers `true`; it also throws, and answers what is wrong.
    const checked: unknown = SyntaxValidator.validate(text);
    if (checked !== true) throw (checked as { err: Error & { msg: string } }).err;
  } catch (error) {
    const { msg, message, line } = error as { msg?: string; message?: string; line?: number };
    throw invalid(
      field,
      `${msg ?? message ?? 'This is not XML'}${line ? ` (line ${line})` : ''}`.slice(0, 300),
    );
  }
  if (/<!ENTITY/i.test(text)) throw invalid(field, 'Entities of its own are not allowed');
  try {
    return new XMLParser({ ignoreAttributes: false, ...options }).parse(text);
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
}
