import { html, type Html } from '../../web/html.ts';
import { renderMarkdown } from '../../web/markdown.ts';
import { renderToken, type Mentions } from './render-text.ts';
import { parseTokens } from '../../kernel/typed-text/tokens.ts';

/** Renders Markdown as HTML with links for hashtags and known @usernames. */
export const renderRich = (text: string, mentions: Mentions): Html =>
  renderMarkdown(text, (plain) => html`${parseTokens(plain).map((token) => renderToken(token, mentions))}`);
