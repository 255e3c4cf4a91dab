import { invalid } from '../../kernel/problem.ts';
import { nodeText, type JsonNode } from './json-text.ts';

const token =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!(?:[^<>[\]]|\[[^\]]*\])*>|<(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<]+/g;

interface XmlElement {
  open: string;
  close: string;
  children: (XmlElement | string)[];
  /** Whether it contains text, in which every space counts. */
  isMixed: boolean;
}

/** Formats a well-formed document. Only space between elements changes, never that in or beside text. */
export function formatXml(xml: string, minify: boolean): string {
  const root: XmlElement = { open: '', close: '', children: [], isMixed: false };
  const path = [root];
  for (const [part] of xml.matchAll(token)) {
    const parent = path.at(-1) ?? root;
    if (part.startsWith('</')) {
      parent.close = part;
      if (path.length > 1) path.pop();
    } else if (/^<[^!?]/.test(part)) {
      const element: XmlElement = {
        open: part,
        close: '',
        children: [],
        isMixed: /\sxml:space\s*=\s*["']preserve/.test(part),
      };
      parent.children.push(element);
      if (!part.endsWith('/>')) path.push(element);
    } else {
      parent.children.push(part);
      if (parent !== root && (part.startsWith('<![') || (!part.startsWith('<') && part.trim() !== '')))
        parent.isMixed = true;
    }
  }
  const verbatim = ({ open, close, children }: XmlElement): string =>
    open + children.map((child) => (typeof child === 'string' ? child : verbatim(child))).join('') + close;
  const [line, step] = minify ? ['', ''] : ['\n', '  '];
  const write = (element: XmlElement, indent: string): string => {
    const inner = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
    // An element with only space contains that space.
    if (element.isMixed || inner.length === 0) return verbatim(element);
    const lines = inner.map(
      (child) => indent + step + (typeof child === 'string' ? child.trim() : write(child, indent + step)),
    );
    return `${element.open}${line}${lines.join(line)}${line}${indent}${element.close}`;
  };
  return root.children
    .filter((child) => typeof child !== 'string' || child.trim() !== '')
    .map((child) => (typeof child === 'string' ? child.trim() : write(child, '')))
    .join(line);
}

/** XML 1.0 names, without colons at the ends. */
const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.·-]*(?::[\p{L}_][\p{L}\p{M}\p{N}_.·-]*)?$/u;

const forbidden = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** Writes JSON as a document. Keys with `@_` are attributes, `#text` is text, and lists repeat their element. */
export function writeXml(field: string, node: JsonNode): string {
  const escape = (text: string) => {
    if (forbidden.test(text)) throw invalid(field, 'A text has a character that XML forbids');
    return text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '&#13;');
  };
  const check = (key: string) => {
    if (!name.test(key) || /^xmlns:|^xml$/i.test(key))
      throw invalid(field, `“${key.slice(0, 60)}” is not a name in XML`);
    return key;
  };
  const element = (key: string, value: JsonNode, indent: string): string[] => {
    if (value.kind === 'list')
      return value.items.flatMap((item) =>
        element(key, item.kind === 'list' ? { kind: 'object', entries: [['item', item]] } : item, indent),
      );
    check(key);
    if (value.kind !== 'object') {
      const text = nodeText(value);
      return [text === '' ? `${indent}<${key}/>` : `${indent}<${key}>${escape(text)}</${key}>`];
    }
    const attributes = value.entries.flatMap(([inner, item]) => {
      if (!inner.startsWith('@_')) return [];
      if (item.kind === 'object' || item.kind === 'list')
        throw invalid(field, `The attribute “${inner.slice(2, 62)}” is not a single value`);
      if (!/^xmlns(?::|$)/.test(inner.slice(2))) check(inner.slice(2));
      return [
        ` ${inner.slice(2)}="${escape(nodeText(item)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
      ];
    });
    const rest = value.entries.filter(([inner]) => !inner.startsWith('@_'));
    const open = `${indent}<${key}${attributes.join('')}`;
    if (rest.length === 0) return [`${open}/>`];
    const text = rest
      .filter(([inner]) => inner === '#text')
      .map(([, item]) => escape(nodeText(item)))
      .join('');
    const children = rest.filter(([inner]) => inner !== '#text');
    // Space beside text would change it.
    if (text !== '')
      return [
        `${open}>${text}${children.flatMap(([inner, item]) => element(inner, item, '')).join('')}</${key}>`,
      ];
    return [
      `${open}>`,
      ...children.flatMap(([inner, item]) => element(inner, item, `${indent}  `)),
      `${indent}</${key}>`,
    ];
  };
  const single = node.kind === 'object' && node.entries.length === 1 ? node.entries[0] : undefined;
  const isRoot = single && single[1].kind !== 'list' && !/^[@#]/.test(single[0]);
  const lines = isRoot
    ? element(single[0], single[1], '')
    : element('root', node.kind === 'object' ? node : { kind: 'object', entries: [['item', node]] }, '');
  return `${lines.join('\n')}\n`;
}
