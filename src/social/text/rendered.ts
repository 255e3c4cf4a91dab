import { html, trusted, type Html } from '../../web/html.ts';
import { plainMarkdown } from '../../web/markdown.ts';
import { plainText } from './plain-text.ts';
import { ofText } from './prepared.ts';
import { renderRich } from './render-rich.ts';
import { renderText, type Mentions } from './render-text.ts';

/** Mentions as plain values. */
export type MentionList = readonly (readonly [asWritten: string, username: string])[];

/** Light Markdown as HTML. */
export const lightMarkup = ofText(
  'lightMarkup',
  0.8,
  (text, mentions: MentionList) => renderText(text, new Map(mentions)).text,
);
/** Markdown as HTML. */
export const richMarkup = ofText(
  'richMarkup',
  2.5,
  (text, mentions: MentionList) => renderRich(text, new Map(mentions)).text,
);
/** Markdown as plain text. */
export const plainRich = ofText('plainRich', 1.2, plainMarkdown);
/** Light Markdown as plain text. */
export const plainLight = ofText('plainLight', 0.6, plainText);

const isLight = (kind: string) => kind === 'post';

export const renderedText = (kind: string, text: string, mentions: Mentions): Html =>
  trusted((isLight(kind) ? lightMarkup : richMarkup)(text, [...mentions]));

/** What shows a text that is not article needs. */
export const callsToShow = (kind: string, text: string, mentions: Mentions) =>
  isLight(kind)
    ? [lightMarkup.call(text, [...mentions]), plainLight.call(text)]
    : [richMarkup.call(text, [...mentions]), plainRich.call(text)];

/** The paragraphs of a text without any markup, which costs little. */
export const bareMarkup = (text: string): string =>
  html`<p dir="auto">${text.split('\n').map((line, at) => [at > 0 && trusted('<br>'), line])}</p>`.text;
