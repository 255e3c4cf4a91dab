import { parseTokens, type Token } from '../../kernel/typed-text/tokens.ts';
import { html, type Html, trusted } from '../../web/html.ts';
import { renderMarkdown } from '../../web/markdown.ts';
import { type Block, type Inline, parseBlocks, parseInline } from './markup.ts';

/** People mentioned in a text: the name as written, in lower case, and their current name. */
export type Mentions = ReadonlyMap<string, string>;

const longestShownAddress = 60;

/**
 * Renders light Markdown as HTML: paragraphs with line breaks, quotes, lists, code and emphasis, and links
 * for URLs, hashtags and known @usernames.
 */
export function renderText(text: string, mentions: Mentions): Html {
  return html`${parseBlocks(text).map((block) => renderBlock(block, mentions))}`;
}

function renderBlock(block: Block, mentions: Mentions): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p dir="auto">${renderLine(block.text, mentions)}</p>`;
    case 'code':
      return html`<pre dir="auto"><code>${block.text}</code></pre>`;
    case 'quote':
      return html`<blockquote>${block.blocks.map((inner) => renderBlock(inner, mentions))}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => html`<li dir="auto">${renderLine(item, mentions)}</li>`);
      if (block.from === undefined)
        return html`<ul>
          ${items}
        </ul>`;
      return block.from === 1
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ol start="${block.from}">
            ${items}
          </ol>`;
    }
  }
}

const renderLine = (text: string, mentions: Mentions): Html[] =>
  parseInline(text).map((piece) => renderInline(piece, mentions));

function renderInline(piece: Inline, mentions: Mentions): Html {
  switch (piece.kind) {
    case 'code':
      return html`<code>${piece.text}</code>`;
    case 'strong':
      return html`<strong>${piece.children.map((child) => renderInline(child, mentions))}</strong>`;
    case 'emphasis':
      return html`<em>${piece.children.map((child) => renderInline(child, mentions))}</em>`;
    case 'struck':
      return html`<s>${piece.children.map((child) => renderInline(child, mentions))}</s>`;
    default:
      return renderToken(piece, mentions);
  }
}

/** Renders a token as HTML. */
export function renderToken(token: Token, mentions: Mentions): Html {
  if (token.kind === 'link')
    return html`<a href="${token.address}" rel="nofollow ugc noopener">${shown(token.text)}</a>`;
  if (token.kind === 'hashtag')
    return html`<a href="/hashtag/${encodeURIComponent(token.tag)}">${token.text}</a>`;
  const username = token.kind === 'mention' ? mentions.get(token.username) : undefined;
  if (username !== undefined) return html`<a href="/@${username}">${token.text}</a>`;
  return html`${token.text.split('\n').map((line, index) => [index > 0 && lineEnd, line])}`;
}

const lineEnd = trusted('<br>\n');

/** The displayed form of a URL: without scheme and `www.`, truncated. */
function shown(address: string): string {
  const short = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  if (short.length <= longestShownAddress) return short;
  return `${short.slice(0, longestShownAddress - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Renders Markdown as HTML with links for hashtags and known @usernames. */
export const renderRich = (text: string, mentions: Mentions): Html =>
  renderMarkdown(text, (plain) => html`${parseTokens(plain).map((token) => renderToken(token, mentions))}`);
