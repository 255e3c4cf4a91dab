import { html, trusted, type Html } from '../../../platform/html/html.ts';
import { readTokens, type Token } from './tokens.ts';

/** Who a text names: the name as it was written, in lower case, and what that person is called now. */
export type Mentions = ReadonlyMap<string, string>;

const longestShownAddress = 60;

/** A text as markup: paragraphs and line ends kept, addresses, hashtags and known @usernames made into links. */
export function renderText(text: string, mentions: Mentions): Html {
  return html`${paragraphs(text).map((paragraph) => html`<p dir="auto">${renderLine(paragraph, mentions)}</p>`)}`;
}

function paragraphs(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => paragraph !== '');
}

function renderLine(text: string, mentions: Mentions): Html[] {
  return readTokens(text).map((token) => renderToken(token, mentions));
}

/** One piece of a text as markup. */
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

/** Without what everybody knows of it, and no longer than a line. */
function shown(address: string): string {
  const short = address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  if (short.length <= longestShownAddress) return short;
  return `${short.slice(0, longestShownAddress - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
