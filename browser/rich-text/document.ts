import MarkdownIt, { type Token } from 'markdown-it';
import {
  MarkdownParser,
  MarkdownSerializer,
  type MarkdownSerializerState,
  defaultMarkdownSerializer,
} from 'prosemirror-markdown';
import type { Attrs, Mark, Node } from 'prosemirror-model';
import { shownIn, withReadableMarks } from './readable.ts';
import { schema } from './schema.ts';

/** Reads as the server does. Web addresses stay text, because the server links them by itself. */
const reader = new MarkdownIt({ html: false, linkify: false });
reader.set({ maxNesting: 40 });
const isAllowed = (address: string) => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(address.trim());
/** Links web addresses, as readers see them. */
const linking = new MarkdownIt({ html: false, linkify: true });
linking.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
reader.validateLink = linking.validateLink = isAllowed;

const isTight = (tokens: readonly Pick<Token, 'type' | 'hidden'>[], at: number) =>
  tokens.slice(at + 1).find(({ type }) => type !== 'list_item_open')?.hidden === true;
const cellAttributes = (token: Pick<Token, 'attrGet'>): Attrs => ({
  align: /left|center|right/.exec(String(token.attrGet('style') ?? ''))?.[0] ?? null,
});

const parser = new MarkdownParser(schema, reader, {
  blockquote: { block: 'blockquote' },
  paragraph: { block: 'paragraph' },
  list_item: { block: 'list_item' },
  bullet_list: {
    block: 'bullet_list',
    getAttrs: (_token, tokens, at) => ({ tight: isTight(tokens, at) }),
  },
  ordered_list: {
    block: 'ordered_list',
    getAttrs: (token, tokens, at) => ({
      order: Number(token.attrGet('start') ?? 1),
      tight: isTight(tokens, at),
    }),
  },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  code_block: { block: 'code_block', noCloseToken: true },
  fence: { block: 'code_block', getAttrs: ({ info }) => ({ params: info }), noCloseToken: true },
  hr: { node: 'horizontal_rule' },
  image: {
    node: 'image',
    getAttrs: (token) => ({
      src: token.attrGet('src'),
      title: token.attrGet('title'),
      alt: (token.children ?? []).map(({ content }) => content).join('') || null,
    }),
  },
  hardbreak: { node: 'hard_break' },
  em: { mark: 'em' },
  strong: { mark: 'strong' },
  s: { mark: 'strike' },
  link: {
    mark: 'link',
    getAttrs: (token) => ({ href: token.attrGet('href'), title: token.attrGet('title') }),
  },
  code_inline: { mark: 'code' },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'table_row' },
  th: { block: 'table_header', getAttrs: (token) => cellAttributes(token) },
  td: { block: 'table_cell', getAttrs: (token) => cellAttributes(token) },
});

export const fromMarkdown = (text: string): Node => parser.parse(text);

/** The document of a text, or undefined if editing it here would change what readers see or lose what was typed. */
export function fromMarkdownWithoutLoss(text: string): Node | undefined {
  const environment: Parameters<typeof reader.parse>[1] = {};
  const tokens = linking.parse(text, environment);
  if (Object.keys(environment.references ?? {}).length > 0) return undefined;
  try {
    const found = fromMarkdown(text);
    const same = JSON.stringify(shownBy(linking.parse(toMarkdown(found), {})));
    return JSON.stringify(shownBy(tokens)) === same ? found : undefined;
  } catch {
    return undefined;
  }
}

/** What readers see of a text: its blocks, and its runs of letters with the marks around them. */
function shownBy(tokens: readonly Token[]): unknown[] {
  return tokens.map(({ type, tag, attrs, info, content, hidden, children }) =>
    children ? runsIn(children) : [type === 'code_block' ? 'fence' : type, tag, attrs, info, content, hidden],
  );
}

function runsIn(tokens: readonly Token[]): (readonly [string, string])[] {
  const marks: string[] = [];
  const runs: [string, string][] = [];
  for (const { type, tag, attrs, content, children } of tokens) {
    const name = `${tag}${JSON.stringify(attrs)}`;
    if (type.endsWith('_open')) marks.push(name);
    else if (type.endsWith('_close'))
      marks.splice(
        marks.findLastIndex((each) => each.startsWith(tag)),
        1,
      );
    else {
      const around = [...marks].sort().join(' ') + (type === 'code_inline' ? ' code' : '');
      const text =
        type === 'softbreak'
          ? ' '
          : type === 'text' || type === 'code_inline'
            ? content
            : `\0${type}${name}${JSON.stringify(children?.map(({ type, content }) => [type, content]) ?? 0)}`;
      const last = runs.at(-1);
      if (last?.[0] === around) last[1] += text;
      else runs.push([around, text]);
    }
  }
  return runs.filter(([, text]) => text !== '');
}

const { nodes, marks } = defaultMarkdownSerializer;

const serializer = new MarkdownSerializer(
  {
    ...nodes,
    text: (state, node) => state.text(escapeText(node.text ?? '', isAtStart(state)), false),
    code_block: renderCode,
    heading: renderHeading,
    bullet_list: (state, node) => state.renderList(node, '  ', () => '- '),
    image: (state, { attrs }) =>
      state.write(
        `![${escapeText(String(attrs.alt ?? ''), false)}](${target(String(attrs.src), attrs.title as string | null)})`,
      ),
    table: renderTable,
  },
  {
    ...marks,
    link: {
      open: (state, mark, parent, index) => (isBare(state, mark, parent.child(index)) ? '' : '['),
      close: (state, { attrs }) =>
        endBare(state) ? '' : `](${target(String(attrs.href), attrs.title as string | null)})`,
      mixable: true,
    },
    strike: { open: '~~', close: '~~', mixable: true, expelEnclosingWhitespace: true },
  },
);

export const toMarkdown = (document: Node): string =>
  serializer.serialize(readable(document), { tightLists: true }).replace(/^\n+/, '').trimEnd();

/** A document with the marks that Markdown can say. */
const readable = (document: Node): Node =>
  withReadableMarks(document, (line) => {
    const paragraph = schema.nodes.paragraph?.create(null, line.content);
    if (!paragraph) return true;
    const written = serializer.serialize(schema.topNodeType.create(null, paragraph));
    const again = fromMarkdown(written);
    return again.childCount <= 1 && shownIn(again.firstChild ?? paragraph) === shownIn(paragraph);
  });

/** Whether a line begins: of a block, or after a break. The library does not declare its state. */
function isAtStart(state: MarkdownSerializerState): boolean {
  const { atBlockStart, out } = state as unknown as { atBlockStart: boolean; out: string };
  return atBlockStart || out.endsWith('\n');
}

/** Signs at the end of a heading would close it. */
function renderHeading(state: MarkdownSerializerState, heading: Node): void {
  state.write(`${'#'.repeat(Number(heading.attrs.level))} `);
  const written = state as unknown as { out: string };
  const start = written.out.length;
  state.renderInline(heading, false);
  const text = written.out.slice(start).replace(/(?<![^\s])#+$/, String.raw`\$&`);
  written.out = written.out.slice(0, start) + text;
  state.closeBlock(heading);
}

/** A fence is longer than the backticks within it. */
function renderCode(state: MarkdownSerializerState, code: Node): void {
  const { attrs, textContent } = code;
  const longest = (textContent.match(/`{3,}/g) ?? ['``']).reduce(
    (most, each) => Math.max(most, each.length),
    0,
  );
  const fence = '`'.repeat(longest + 1);
  state.write(`${fence}${String(attrs.params ?? '')}\n`);
  if (textContent !== '') {
    state.text(textContent, false);
    state.ensureNewLine();
  }
  state.write(fence);
  state.closeBlock(code);
}

/** Whether the text of a link is its address, which becomes a link by itself. The state remembers it to the end. */
const isBare = (state: MarkdownSerializerState, { attrs }: Mark, { text }: Node): boolean =>
  ((state as { inAutolink?: boolean }).inAutolink =
    attrs.title === null && text === attrs.href && /^https?:\/\/[\w./?=&%-]{1,400}(?<=\w)$/.test(text ?? ''));

function endBare(state: MarkdownSerializerState): boolean {
  const written = state as { inAutolink?: boolean };
  const was = written.inAutolink === true;
  written.inAutolink = false;
  return was;
}

/** The address of a link or picture, with its title. */
function target(address: string, title: string | null): string {
  const safe = /[\s<>]/.test(address) ? encodeURI(address) : address;
  const escaped = safe.replaceAll(/[()\\]/g, String.raw`\$&`);
  return title ? `${escaped} "${title.replaceAll(/["\\]/g, String.raw`\$&`)}"` : escaped;
}

const address = /https?:\/\/[^\s<>]+/gi;
const signs =
  // The last two are entities, and addresses between angle brackets.
  /[`*\\[\]]|~(?=~)|(?<=~)~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|<(?=[a-z][a-z\d+.-]*:|[^\s<>@]+@)/giu;

/** Escapes text that Markdown would read as marks. Web addresses stay as they are typed. */
function escapeText(text: string, isAtStart: boolean): string {
  const addresses = Array.from(
    text.matchAll(address),
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  let next = 0;
  const escaped = text.replaceAll(signs, (sign, at: number) => {
    while ((addresses[next]?.[1] ?? Infinity) <= at) next += 1;
    return at >= (addresses[next]?.[0] ?? Infinity) ? sign : `\\${sign}`;
  });
  if (!isAtStart) return escaped;
  return escaped
    .trimStart()
    .replace(/^(?=[-+>=]|#{1,6}(?:\s|$))/, '\\')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`);
}

/** Renders a table with one row of header cells, which Markdown requires. */
function renderTable(state: MarkdownSerializerState, table: Node): void {
  const rows: string[][] = [];
  const aligns: string[] = [];
  table.forEach((row) => {
    const cells: string[] = [];
    row.forEach((cell, _offset, at) => {
      cells.push(cellText(cell));
      if (rows.length === 0) aligns[at] = String(cell.attrs.align ?? '');
    });
    rows.push(cells);
  });
  const signs = aligns.map((align) => ({ left: ':--', center: ':-:', right: '--:' })[align] ?? '---');
  const lines = [rows[0] ?? [], signs, ...rows.slice(1)].map((cells) => `| ${cells.join(' | ')} |`);
  for (const [at, line] of lines.entries()) {
    if (at > 0) state.ensureNewLine();
    state.write(line);
  }
  state.closeBlock(table);
}

/** A cell is one line. Its pipes are escaped, also those in code. */
function cellText(cell: Node): string {
  const paragraph = schema.nodes.paragraph?.create(null, cell.content);
  const text = paragraph ? serializer.serialize(schema.topNodeType.create(null, paragraph)) : '';
  return text
    .replaceAll(/\\\n|\n/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .trim();
}
