import { invalid } from '../../kernel/problem.ts';

/** Throws a `Problem` if a text is not well-formed XML, or declares entities. Returns it without byte order mark. */
export async function checkXml(field: string, given: string): Promise<string> {
  const { SyntaxValidator } = await import('fast-xml-validator');
  const text = given.replace(/^\uFEFF/, '');
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
  return text;
}

/** Parses XML without custom entities. Values stay text as it is written, such as `01234`. */
export async function parseXml(field: string, given: string): Promise<unknown> {
  const text = await checkXml(field, given);
  const { XMLParser } = await import('fast-xml-parser');
  const options = {
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
  };
  try {
    return withoutLayout(new XMLParser(options).parse(text));
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
}

/** Removes the space between elements. That in an element without others is its content. */
function withoutLayout(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLayout);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const hasElements = entries.some(([key]) => key !== '#text' && !key.startsWith('@_'));
  return Object.fromEntries(
    entries
      .filter(([key, inner]) => !(key === '#text' && hasElements && String(inner).trim() === ''))
      .map(([key, inner]) => [key, withoutLayout(inner)]),
  );
}

const marks =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!(?:[^<>[\]]|\[[^\]]*\])*>|<(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<]+/g;

interface Read {
  name: string;
  /** Names of the elements so far. */
  names: Set<string>;
  last: string;
  isApart: boolean;
  hasText: boolean;
}

/** Says what of well-formed XML its JSON does not contain: order, comments and processing instructions. */
export function notesOn(xml: string): string[] {
  const notes = new Set<string>();
  const read = (name: string): Read => ({ name, names: new Set(), last: '', isApart: false, hasText: false });
  const path = [read('')];
  const end = () => {
    const { name, names, isApart, hasText } = path.pop() ?? read('');
    if (hasText && names.size > 0) notes.add(`The order of text and elements in <${name}> is not kept`);
    else if (isApart) notes.add(`The order of the elements in <${name}> is not kept`);
  };
  for (const [part] of xml.matchAll(marks)) {
    const parent = path.at(-1);
    if (!parent) break;
    if (part.startsWith('<!--') || (part.startsWith('<?') && !/^<\?xml\s/.test(part)))
      notes.add('Comments and processing instructions are left out');
    else if (part.startsWith('</')) end();
    else if (/^<[^!?]/.test(part)) {
      const name = /^<([^\s/>]+)/.exec(part)?.[1] ?? '';
      if (parent.names.has(name) && parent.last !== name) parent.isApart = true;
      parent.names.add(name);
      parent.last = name;
      if (!part.endsWith('/>')) path.push(read(name));
    } else if (part.startsWith('<![') || (!part.startsWith('<') && part.trim() !== '')) parent.hasText = true;
  }
  return [...notes].slice(0, 20);
}
