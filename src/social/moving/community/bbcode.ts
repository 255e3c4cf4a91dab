import { mediaAddress, type TextFile } from './discourse-text.ts';

const codes: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Text from HTML without tags in it. */
export const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name !== undefined) return codes[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

/**
 * The BBCode that a member of phpBB typed. Since 3.2 it is stored as XML around what was typed, and before with the id
 * of the text in each code: `[b:1a2b3c4d]`.
 */
export function typedIn(stored: string, uid: string): string {
  const isXml = /^<[rt][ >]/.test(stored);
  const typed = isXml
    ? stored.replaceAll(/<[^<>]*>/g, '')
    : stored
        .replaceAll(/<!-- s(\S{1,50}) --><img/g, '$1<img')
        .replaceAll(
          /<a ([^<>]{1,2500})>([^<>]{0,2500})<\/a>/g,
          (_, about: string, label: string) => /href="([^"]*)"/.exec(about)?.[1] ?? label,
        )
        .replaceAll(/<br ?\/?>/g, '\n')
        .replaceAll(/<[^<>]*>/g, '');
  const plain = unescaped(typed).replaceAll('\r\n', '\n');
  return isXml || !/^\w{5,8}$/.test(uid)
    ? plain
    : plain.replaceAll(`:${uid}]`, ']').replaceAll(/:[mou]\]/g, ']');
}

const token = /\[(\/?)([a-z*]{1,20})(?:=([^[\]\n]{0,1000})|( [^[\]\n]{0,1000}))?\]/gi;

/** Converts BBCode to Markdown. `fileAt` finds the attachment of a number. */
export function bbcodeToMarkdown(
  typed: string,
  fileAt: (place: number) => TextFile | undefined,
): { text: string; files: TextFile[] } {
  const files = new Map<string, TextFile>();
  const lists: string[] = [];
  const links: string[] = [];
  const parts: string[] = [''];
  let [quotes, at] = [0, 0];
  const add = (text: string) => parts.push((parts.pop() ?? '') + text);
  const close = (wrap: (text: string) => string) => {
    const inner = parts.pop() ?? '';
    add(wrap(inner));
  };
  const ends = new Map<string, number>();
  for (let found = next(0); found; found = next(at)) {
    const [whole, slash = '', tag = '', value, more] = found;
    add(escaped(typed.slice(at, found.index)));
    at = found.index + whole.length;
    const name = tag.toLowerCase();
    const isEnd = slash === '/';
    const about = (value ?? more ?? '').trim();
    if (!isEnd && (name === 'code' || name === 'img')) {
      const end = endOf(name);
      if (end < 0) add(escaped(whole));
      else {
        const inner = typed.slice(at, end);
        at = end + name.length + 3;
        add(name === 'code' ? fenced(inner) : picture(inner));
      }
    } else if (name === 'attachment' && !isEnd) {
      const end = endOf(name);
      const file = fileAt(Number(about));
      if (end >= 0) at = end + '[/attachment]'.length;
      if (file) {
        files.set(file.name, file);
        add(`![${file.alt}](${mediaAddress}${file.name})`);
      }
    } else if (name in marks) add(marks[name] ?? '');
    else if (name === 'quote' && !isEnd && quotes < 5) {
      quotes += 1;
      parts.push(nameIn(about));
    } else if (name === 'quote' && isEnd && quotes > 0) {
      quotes -= 1;
      close(quoted);
    } else if (name === 'list') {
      if (isEnd) lists.pop();
      else lists.push(about === '' ? '-' : '1.');
      add('\n\n');
    } else if (name === '*') {
      if (!isEnd) add(`\n${'   '.repeat(Math.max(0, Math.min(lists.length, 4) - 1))}${lists.at(-1) ?? '-'} `);
    } else if (name === 'url' || name === 'email') {
      if (!isEnd && about === '') links.push('');
      else if (!isEnd) {
        links.push(name === 'email' ? `mailto:${about}` : (about.split(' ')[0] ?? ''));
        add('[');
      } else {
        const address = links.pop();
        if (address) add(`](${address.replaceAll(/[()\s<>"]/g, encodeURIComponent)})`);
      }
    } else if (!dropped.has(name)) add(escaped(whole));
  }
  add(escaped(typed.slice(at)));
  while (quotes > 0) {
    quotes -= 1;
    close(quoted);
  }
  while (links.length > 0) if (links.pop()) add(']');
  const text = withBreaks((parts[0] ?? '').replaceAll(/\n{3,}/g, '\n\n').trim());
  return { text, files: [...files.values()] };

  function next(from: number) {
    token.lastIndex = from;
    return token.exec(typed);
  }

  /** Where a code ends, or -1. The text is searched once, however many begin and do not end. */
  function endOf(name: string): number {
    const known = ends.get(name);
    if (known !== undefined && (known < 0 || known >= at)) return known;
    const end = typed.slice(at).search(new RegExp(String.raw`\[/${name}\]`, 'i'));
    ends.set(name, end < 0 ? end : end + at);
    return end < 0 ? end : end + at;
  }
}

const quoted = (inner: string): string =>
  `\n\n${inner
    .trim()
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/^/gm, '> ')}\n\n`;

const marks: Readonly<Record<string, string>> = { b: '**', i: '*', s: '~~' };
const dropped = new Set([
  'u',
  'color',
  'size',
  'font',
  'align',
  'center',
  'left',
  'right',
  'flash',
  'spoiler',
]);

function picture(inner: string): string {
  const address = inner.trim();
  return /^https?:\/\/[^\s()<>]+$/.test(address) ? `![](${address})` : escaped(address);
}

const fenced = (inner: string): string => `\n\n\`\`\`\n${inner.replaceAll('```', "'''").trim()}\n\`\`\`\n\n`;

/** `[quote=ada post_id=12 time=…]`, `[quote="ada"]`. */
function nameIn(about: string): string {
  const [name = ''] = /^"[^"]{0,100}"|^[^"\s]{1,100}/.exec(about) ?? [];
  return name === '' ? '' : `**${escaped(name.replaceAll('"', ''))}:**\n`;
}

/** What has a meaning in Markdown, but not in what was typed. Addresses stay as they are. */
const escaped = (text: string): string =>
  text.replaceAll(/https?:\/\/[^\s<>]+|[\\*_`[\]<]|^(?:[#>+-]|\d+\.)(?=\s)|^[#>]/gm, (found) =>
    found.length > 4 ? found : found.replace(/^(\d*)(.)/, String.raw`$1\$2`),
  );

const block = /^\s*(?:[-*+>|#]|\d+[.)]|```|~~~|$)/;

/** Lines that ended where the writer ended them also do so here, outside of code and between lines of text only. */
export function withBreaks(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  let isCode = false;
  return lines
    .map((line, at) => {
      if (/^\s*(?:> )*(?:```|~~~)/.test(line)) isCode = !isCode;
      const [here, below] = [line, lines[at + 1]].map((each = '') => each.replace(/^(?:> )+/, ''));
      const isQuoted = line.startsWith('> ') === (lines[at + 1] ?? '').startsWith('> ');
      const breaks =
        !isCode && isQuoted && !/^\s*(?:```|~~~|$|#|\|)/.test(here ?? '') && !block.test(below ?? '');
      return breaks && !line.endsWith('\\') ? `${line.trimEnd()}\\` : line;
    })
    .join('\n');
}
