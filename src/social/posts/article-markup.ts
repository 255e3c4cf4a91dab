import { parseTokens } from '../../kernel/typed-text/tokens.ts';
import { html } from '../../web/html.ts';
import { readMarkdown } from '../../web/markdown.ts';
import { ofText } from '../text/prepared.ts';
import { renderToken } from '../text/render-text.ts';
import type { MentionList } from '../text/rendered.ts';
import { slugOf } from './paths.ts';

/** A longer table of contents is of no use, and would be as large as the text. */
const maxHeadings = 300;

/** The text of an article as HTML, and the headings of its table of contents: the two highest levels. */
export const articleMarkup = ofText('articleMarkup', 2.5, (text, mentioned: MentionList) => {
  const mentions = new Map(mentioned);
  const { body, headings } = readMarkdown(text, {
    annotate: (plain) => html`${parseTokens(plain).map((token) => renderToken(token, mentions))}`,
    toId: (heading) => `section-${slugOf(heading)}`,
  });
  return { body: body.text, headings: headings.filter(({ level }) => level <= 3).slice(0, maxHeadings) };
});
