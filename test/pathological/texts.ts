/** Texts that are known to be slow to parse, generated at a given length. */
export interface Shape {
  name: string;
  make: (length: number) => string;
}

/** Every printable ASCII character, line ends and spaces. */
const characters = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  '\n',
  '\t',
  '\r\n',
];

/** Tokens that the parsers and their libraries search for. */
const tokens = [
  '](', '![', '[a](', '[a]', '[]()', '![a](b', '[a]: b\n', '[^1]', '<a', '<a ', '<a href="', '</a', '<!--', '<![CDATA[', '<?', '<meta ', '<title', '<title>',
  '&#', '&#x', '&a', '&amp;', '](http://', 'http://', 'https://a', 'http://a.bc/', 'http://a.bc/?ref&', 'www.', 'www.a.', 'mailto:', '//a', 'a.', 'a.b ', '.a',
  ')', '(', '((', '))', '{}', '""', "''", '“', '«', '`', '``', '```', '```\n', '```a\n', '~~~\n', '~~', '~~a', '*', '**', '***', '*a', 'a*', '**a', '*a **b ', '_a', '__', '*a_',
  'eyJ-', 'eyJ.', 'Bearer ', 'a=', 'token=', '"a":"', '//a@', '# a\n', '#\n', '## a\n### a\n', 'a\n=\n', '> ', '>', '>\n', '> a\n', '- ', '- a\n', '-\n', '* ', '1. ', '1. a\n', '1)\n', '+ ',
  '| ', '|a', '|-', 'a|b\n-|-\n', '---\n', '***\n', '    a\n', '\ta\n', '  \n', '\\', '\\\n', '\\*', '@a', '@a ', '@a.', '@@', '#a', '#a ', '#a#', '##', 'a@b.', 'a@b.c ', 'a@', '.@',
  '%41', '%', '%u', '%E2%80', '%C3%A9', '\u202e', '\u200d', '\ufeff', '\u0301', '\u0301\u0316', '\u0344', 'a\u0301', '\u0915\u094d', '\u{1f1e6}', '\u{1f468}\u200d', '\u{1f3fb}', '❤\ufe0f',
  'é', 'ß', 'İ', 'Σ', 'ﷺ', '日', 'ก', '한', '\u2028', '\u0085', '\ud800', '\udc00', '0', '1', '12', '1,', '1.', '1/', '1:', '-1', '+1 ', '1 ', '1(', '0x', '٣', 'a"', "a'", '"a', ',"', '"",', ';', '; ', ', ',
  'a=b;', 'a=b&', 'a[b]=', 'en;q=0.1,', 'text/html;q=', 'a/1 ', 'Mozilla/5.0 (', '(;', 'Android ', 'rgb(', '#fff', 'xn--a.', 'xn--', '..', '../', '/', '//', '/?', '?a', '/*', '*/', '<style>', 'utm_a=1&',
  '-', '--', '_', '_-', 'a-', 'a_', 'a b ', 'is:', 'from:a ', '-a ', '"a ', 'a:b ', '[', ']', '[[', '{"a":', '[{', 'null,', '<div>', '<b>', '<p>', '</p>', '<b><i>', '@import ',
]; // prettier-ignore

const repeat = (part: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

const repeated: Shape[] = [...new Set([...characters, ...tokens])].map((part) => ({
  name: JSON.stringify(part),
  make: (length) => repeat(part, length),
}));

/** A prefix and a suffix around a repeated part, of which the suffix must not match. */
const frames: readonly [string, string][] = [
  ['http://a.bc/', '/x'],
  ['a', '\u0001b'],
  ['# ', '\n# a'],
];
const framed: Shape[] = frames.flatMap(([before, after]) =>
  [...characters, '](', 'eyJ-', '<a', 'a.', '%41', '\u0301', '@a'].map((part) => ({
    name: `${JSON.stringify(before)} ${JSON.stringify(part)} ${JSON.stringify(after)}`,
    make: (length: number) => `${before}${repeat(part, length)}${after}`,
  })),
);

/** Opening and closing tokens. */
const nestings: readonly [string, string][] = [
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
  ['[', '](a)'],
  ['![', '](a)'],
  ['*a ', ' b*'],
  ['**a ', ' b**'],
  ['*a **b ~~', '~~ b** a*'],
  ['~~a ', ' b~~'],
  ['`', '`'],
  ['<b>', '</b>'],
  ['<div>', '</div>'],
  ['<a href="#">', '</a>'],
  ['“', '”'],
  ['http://a.bc/(', ')'],
  ['{"a":', '}'],
  ['[', ']'],
  ['\u0301', '\u0316'],
  ['~~(', ' b* '],
  ['*#a ', ''],
];
const nested: Shape[] = nestings.map(([open, close]) => ({
  name: `nested ${JSON.stringify(open)} ${JSON.stringify(close)}`,
  make: (length) => {
    const depth = Math.floor(length / (open.length + close.length));
    return open.repeat(depth) + close.repeat(depth);
  },
}));

/** Lines with increasing nesting. */
const stairs: Shape[] = ['> ', ' ', '- ', '  - a\n', '\t', '1. '].map((part) => ({
  name: `stairs of ${JSON.stringify(part)}`,
  make: (length) => {
    let text = '';
    for (let depth = 1; text.length < length; depth += 1) text += `${part.repeat(depth)}a\n`;
    return text.slice(0, length);
  },
}));

/** Runs of backticks, asterisks and so on of increasing length, and distinct words. */
const growing: Shape[] = [
  ...['`', '*', '_', '~', '#', '=', '-'].map((part) => ({
    name: `runs of ${JSON.stringify(part)} that grow`,
    make: (length: number) => {
      let text = '';
      for (let run = 1; text.length < length; run += 1) text += `a${part.repeat(run)} `;
      return text.slice(0, length);
    },
  })),
  ...['', '#', '@', 'http://a.bc/', '# ', '[a]: ', '- ', '&a', 'utm_'].map((part) => ({
    name: `${JSON.stringify(part)} with another word each`,
    make: (length: number) => {
      let text = '';
      for (let n = 0; text.length < length; n += 1) text += `${part}w${n.toString(36)}${n % 2 ? ' ' : '\n'}`;
      return text.slice(0, length);
    },
  })),
];

/** Incompressible text: an index entry is limited to less than three thousand bytes. */
const noise: Shape[] = ['', '\u4e00', '\u{20000}'].map((first) => ({
  name: `noise from ${JSON.stringify(first || 'a')} on`,
  make: (length) => {
    const start = first === '' ? 97 : (first.codePointAt(0) ?? 0);
    let text = '';
    for (let n = 1; text.length < length; n = Math.imul(n, 48_271) % 0x7f_ff_ff_ff)
      text += String.fromCodePoint(start + (Math.abs(n) % (first === '' ? 26 : 20_000)));
    return text.slice(0, length);
  },
}));

export const shapes: readonly Shape[] = [...noise, ...repeated, ...framed, ...nested, ...stairs, ...growing];

/**
 * Alternating pairs of parts. All pairs would be too many for each run, so this returns `count` of them,
 * starting at `seed`.
 */
export function pairs(count: number, seed: number): Shape[] {
  const parts = [...new Set([...characters, ...tokens])];
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return parts[Math.floor((state / 2 ** 32) * parts.length)] ?? '';
  };
  return Array.from({ length: count }, () => {
    const pair = next() + next();
    return { name: JSON.stringify(pair), make: (length: number) => repeat(pair, length) };
  });
}

const distinct = (create: (n: string) => string) => (length: number) => {
  let text = '';
  for (let n = 0; text.length < length; n += 1) text += create(n.toString(36));
  return text.slice(0, length);
};

/** The most expensive texts known for whole requests: what each part of them becomes costs most. */
export const worstTexts: readonly Shape[] = [
  { name: 'tables', make: (length) => repeat('a|b\n-|-\n', length) },
  {
    name: 'one table',
    make: (length) => `|a|b|c|d|\n|-|-|-|-|\n${repeat('|a|b|c|d|\n', length)}`.slice(0, length),
  },
  { name: 'headings', make: (length) => repeat('# a\n', length) },
  { name: 'paragraphs', make: (length) => repeat('a\n\n', length) },
  { name: 'lists', make: (length) => repeat('- a\n', length) },
  { name: 'mail addresses', make: (length) => repeat('a@b.c ', length) },
  { name: 'hashtags', make: distinct((n) => `#w${n} `) },
  { name: 'mentions', make: distinct((n) => `@w${n} `) },
  { name: 'links', make: distinct((n) => `http://a${n}.bc/${n} `) },
  { name: 'lines of links', make: distinct((n) => `http://a${n}.example/\n`) },
  { name: 'marks', make: (length) => repeat('a\u0301\u0316', length) },
  { name: 'words', make: distinct((n) => `w${n} `) },
  {
    name: 'ideographs',
    make: (length) => {
      let text = '';
      for (let n = 0; text.length < length; n += 1)
        text += String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000));
      return text;
    },
  },
  { name: 'families', make: (length) => repeat('\u{1f468}\u200d\u{1f469}\u200d\u{1f467} ', length) },
  {
    name: 'a text of everything',
    make: (length) =>
      repeat(
        '## A *title* of `code`\n\nWords of **text**, a [link](https://a.example/b) and “quotes”.\n\n- one\n- two\n\n> said\n\n|a|b|\n|-|-|\n|c|d|\n\n',
        length,
      ),
  },
];
