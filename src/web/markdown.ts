import MarkdownIt, { type Token } from 'markdown-it';
import { linkAddresses } from '../kernel/typed-text/find-links.ts';
import { attributes, escape, type Html, trusted } from './html.ts';

/** HTML in a text is shown as typed. Excessive nesting is omitted, so parsing is always fast. */
const reader = new MarkdownIt({ html: false, linkify: true, breaks: false });
reader.set({ maxNesting: 40 });
linkAddresses(reader);

/**
 * Links can be web URLs, email addresses or paths on this site. All other schemes, such as scripts, are
 * removed.
 */
reader.validateLink = (address) => /^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(address.trim());

const { rules } = reader.renderer;
rules.link_open = (tokens, index, options, _, self) => {
  const token = tokens[index];
  if (/^[a-z]+:/i.test(attributeOf(token, 'href'))) token?.attrSet('rel', 'nofollow ugc noopener');
  const name = token?.meta?.isNameless === true ? escape(attributeOf(token, 'href')) : '';
  return self.renderToken(tokens, index, options) + name;
};
rules.image = (tokens, index, options, environment, self) => {
  const token = tokens[index];
  const alt = self.renderInlineAsText(token?.children ?? [], options, environment);
  const picture = { source: attributeOf(token, 'src'), title: attributeOf(token, 'title'), alt };
  return pictureMarkup(picture, token?.meta?.insideLink === true);
};
// Wide content scrolls on its own, also with the keyboard.
rules.table_open = () => '<div class="table-window" role="group" aria-label="Table" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';
for (const name of ['th_open', 'td_open'] as const)
  rules[name] = (tokens, index, options, _, self) => {
    const token = tokens[index];
    const align = /center|right/.exec(attributeOf(token, 'style'))?.[0];
    if (token) token.attrs = align === undefined ? null : [['data-align', align]];
    if (name === 'th_open') token?.attrSet('scope', 'col');
    return self.renderToken(tokens, index, options);
  };
const attributeOf = (token: Token | undefined, name: string) => String(token?.attrGet(name) ?? '');
const codeOf = (token: Token | undefined) =>
  `<pre tabindex="0"><code>${escape(token?.content ?? '')}</code></pre>\n`;
rules.fence = (tokens, index) => codeOf(tokens[index]);
rules.code_block = (tokens, index) => codeOf(tokens[index]);

const marked = 'marked';
rules[marked] = (tokens, index) => tokens[index]?.content ?? '';

interface MarkdownOptions {
  /** Renders plain text outside of code and links, to link mentions and hashtags. */
  annotate?: ((plain: string) => Html) | undefined;
  /** Creates an id from a heading's text, for anchors. */
  toId?: (heading: string) => string;
}

/** Renders Markdown to markup and returns its headings in order. The highest are `<h2>`. */
export function readMarkdown(
  text: string,
  { annotate, toId }: MarkdownOptions = {},
): { body: Html; headings: Heading[] } {
  const environment = {};
  const parsed = reader.parse(text, environment);
  const { tokens, headings } = levelHeadings(parsed, toId);
  for (const { children } of tokens) if (children) annotateTokens(children, annotate);
  for (const token of tokens)
    if (token.type === 'paragraph_open' || token.type === 'heading_open') token.attrSet('dir', 'auto');
  return { body: trusted(reader.renderer.render(tokens, reader.options, environment)), headings };
}

export const renderMarkdown = (text: string, annotate?: (plain: string) => Html): Html =>
  readMarkdown(text, { annotate }).body;

/** Annotates plain text, finds links without visible content, and marks pictures inside links. */
function annotateTokens(tokens: Token[], annotate: MarkdownOptions['annotate']): void {
  let isInLink = false;
  let isShown = false;
  for (const token of tokens.toReversed()) {
    // In reverse, so the content of a link is known before its start.
    if (token.type === 'link_close') {
      isInLink = true;
      isShown = false;
    } else if (token.type === 'link_open') {
      if (attributeOf(token, 'href') === '') token.attrSet('href', '#');
      if (!isShown) token.meta = { isNameless: true };
      isInLink = false;
    } else if (isInLink) {
      if (token.type === 'image') token.meta = { insideLink: true };
      isShown ||= token.content.trim() !== '' || token.type === 'image';
    } else if (token.type === 'text' && annotate) {
      token.type = marked;
      token.content = annotate(token.content).text;
    }
  }
}

/** The plain runs of Markdown outside of code, and the web addresses of its links and pictures, as rendered. */
export function markdownRuns(text: string): ({ text: string } | { address: string })[] {
  const runs: ({ text: string } | { address: string })[] = [];
  for (const { children } of reader.parse(text, {})) {
    let isInLink = false;
    for (const token of children ?? []) {
      if (token.type === 'text' && !isInLink) runs.push({ text: token.content });
      if (token.type.startsWith('link_')) isInLink = token.type === 'link_open';
      const address = attributeOf(token, token.type === 'image' ? 'src' : 'href');
      if (/^https?:/i.test(address)) runs.push({ address });
    }
  }
  return runs;
}

/** The plain text of Markdown, for excerpts. Omits code blocks and pictures. */
export function plainMarkdown(text: string): string {
  const inline = reader
    .parse(text, {})
    .flatMap(({ type, children }, at, all) =>
      type === 'inline' ? [{ children: children ?? [], above: all[at - 1]?.type }] : [],
    );
  return inline
    .map(({ children, above }) => {
      const words = children
        .map(({ type, content }) =>
          type === 'text' || type === 'code_inline' ? content : type.endsWith('break') ? ' ' : '',
        )
        .join('');
      // On one line, a heading needs a period before the following text.
      return above === 'heading_open' && /[\p{L}\p{N}]$/u.test(words) ? `${words}.` : words;
    })
    .join(' ');
}

/** A heading of a text. */
export interface Heading {
  /** Empty if it has no anchor. */
  id: string;
  /** 2 is the highest level. */
  level: number;
  text: string;
}

/**
 * Normalizes headings for a page: the highest is `<h2>`, no level is skipped, and empty ones are removed,
 * whatever levels the author chose. `toId` creates an id from a heading's text, which is stable when other
 * text changes.
 */
function levelHeadings(
  tokens: readonly Token[],
  toId: ((text: string) => string) | undefined,
): { tokens: Token[]; headings: Heading[] } {
  const remaining: Token[] = [];
  const headings: Heading[] = [];
  const above: number[] = [];
  const freeId = idsOnce();
  for (let at = 0; at < tokens.length; at += 1) {
    const [open, inline, close] = tokens.slice(at, at + 3);
    if (open?.type !== 'heading_open' || !inline || !close) {
      if (open) remaining.push(open);
      continue;
    }
    at += 2;
    const text = textOf(inline.children ?? []);
    const hasPicture = inline.children?.some(({ type }) => type === 'image') ?? false;
    if (text === '' && !hasPicture) continue;
    const typed = Number(open.tag.slice(1));
    while ((above.at(-1) ?? 0) >= typed) above.pop();
    above.push(typed);
    const level = Math.min(6, above.length + 1);
    open.tag = close.tag = `h${level}`;
    const id = toId ? freeId(toId(text)) : '';
    if (id !== '') open.attrSet('id', id);
    headings.push({ id, level, text });
    remaining.push(open, inline, close);
  }
  return { tokens: remaining, headings };
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content }) => (type.endsWith('break') ? ' ' : type === 'image' ? '' : content))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Numbers repeated ids. Continues from the last number of each, so that equal headings take constant time.
 */
function idsOnce(): (wanted: string) => string {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (wanted) => {
    let id = wanted;
    let number = numbers.get(wanted) ?? 1;
    while (taken.has(id)) id = `${wanted}-${(number += 1)}`;
    numbers.set(wanted, number);
    taken.add(id);
    return id;
  };
}

/**
 * A picture in our own file store, followed by its dimensions in pixels:
 * `/content/uploads/photos/2026/09/5f0c.webp#1200x800`.
 */
const own = /^(\/content\/uploads\/photos\/[a-z0-9/]{1,80})\.webp(?:#(\d{1,5})x(\d{1,5}))?$/;

/** Maximum width of the small variant. */
const smallWidth = 640;

/**
 * Renders a picture in a text. Only our own are embedded. Others become links, because their servers could
 * track readers. Inside a link, which cannot contain another one, they become their alternative text.
 */
function pictureMarkup(
  { source, title, alt }: { source: string; title: string; alt: string },
  isInLink: boolean,
): string {
  const found = own.exec(source);
  if (!found) {
    const name = escape(alt.trim() || (isInLink ? 'picture' : source));
    return isInLink || source === ''
      ? name
      : `<a href="${escape(source)}" rel="nofollow ugc noopener">${name}</a>`;
  }
  const [, path = '', width, height] = found;
  const isLarge = Number(width) > smallWidth && Number(height) <= Number(width) * 4;
  return `<img ${
    attributes({
      src: `${path}.webp`,
      srcset: isLarge ? `${path}-small.webp ${smallWidth}w, ${path}.webp ${Number(width)}w` : undefined,
      sizes: isLarge ? '(max-width: 48rem) 100vw, 40rem' : undefined,
      width,
      height,
      alt,
      title: title || undefined,
      loading: 'lazy',
      decoding: 'async',
    }).text
  } />`;
}
