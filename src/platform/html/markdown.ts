import MarkdownIt, { type Token } from 'markdown-it';
import { trusted, type Html } from './html.ts';

/** HTML in a text is shown as it was typed; addresses that run something (`javascript:`) are no links. */
const reader = new MarkdownIt({ html: false, linkify: true, breaks: false });

const linkOpen = reader.renderer.rules.link_open;
reader.renderer.rules.link_open = (tokens, index, options, environment, self) => {
  tokens[index]?.attrSet('rel', 'nofollow ugc noopener');
  return linkOpen
    ? linkOpen(tokens, index, options, environment, self)
    : self.renderToken(tokens, index, options);
};

const marked = 'marked';
reader.renderer.rules[marked] = (tokens, index) => tokens[index]?.content ?? '';

/**
 * A text in Markdown as markup. Its headings begin below the page's own, at `<h2>`. `mark` prints the plain parts,
 * those that are neither code nor inside a link: to make links of names and hashtags.
 */
export function renderMarkdown(text: string, mark?: (plain: string) => Html): Html {
  const tokens = reader.parse(text, {});
  if (mark) markPlain(tokens, mark);
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
  return trusted(reader.renderer.render(tokens, reader.options, {}));
}

function markPlain(tokens: readonly Token[], mark: (plain: string) => Html): void {
  for (const { children } of tokens) {
    let links = 0;
    for (const child of children ?? []) {
      if (child.type === 'link_open') links += 1;
      else if (child.type === 'link_close') links -= 1;
      else if (child.type === 'text' && links === 0) {
        child.type = marked;
        child.content = mark(child.content).text;
      }
    }
  }
}

/** What is there to read in a text in Markdown, without its signs: for excerpts. Code blocks and pictures are left out. */
export function plainMarkdown(text: string): string {
  const inline = reader
    .parse(text, {})
    .flatMap(({ type, children }) => (type === 'inline' ? [children ?? []] : []));
  return inline
    .map((children) =>
      children
        .map(({ type, content }) =>
          type === 'text' || type === 'code_inline' ? content : type.endsWith('break') ? ' ' : '',
        )
        .join(''),
    )
    .join(' ');
}
