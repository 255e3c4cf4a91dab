import MarkdownIt from 'markdown-it';
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

/** A text in Markdown as markup. Its headings begin below the page's own, at `<h2>`. */
export function renderMarkdown(text: string): Html {
  const tokens = reader.parse(text, {});
  for (const token of tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
  return trusted(reader.renderer.render(tokens, reader.options, {}));
}
