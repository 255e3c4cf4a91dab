import { minutes } from '../../kernel/time.ts';
import type { Token } from '../../kernel/typed-text/tokens.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { enforce } from '../../platform/limits.ts';
import { html, type Html, trusted } from '../../web/html.ts';
import { plainMarkdown } from '../../web/markdown.ts';
import { plainText } from './plain.ts';
import { ofText, prepareTexts, type TextCall } from './prepared.ts';
import { type Mentions, renderRich, renderText } from './render-text.ts';
import { tokensIn } from './tokens.ts';

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
  isLight(kind) ? renderedLight(text, mentions) : trusted(richMarkup(text, [...mentions]));

/** The text of a comment or message. */
export const renderedLight = (text: string, mentions: Mentions): Html =>
  trusted(lightMarkup(text, [...mentions]));

/** What shows a text that is not article needs. */
export const callsToShow = (kind: string, text: string, mentions: Mentions) =>
  isLight(kind)
    ? [lightMarkup.call(text, [...mentions]), plainLight.call(text)]
    : [richMarkup.call(text, [...mentions]), plainRich.call(text)];

/** The paragraphs of a text without any markup, which costs little. */
export const bareMarkup = (text: string): string =>
  html`<p dir="auto">${text.split('\n').map((line, at) => [at > 0 && trusted('<br>'), line])}</p>`.text;

/** Previews of all kinds and doors share this budget. */
const rule = { name: 'preview', calls: 120, within: minutes(5) };

/** Counts a preview of an unpublished Markdown text, and renders a long one in a sandbox. */
export async function preparePreview(
  app: App,
  author: Viewer,
  text: string,
  call: TextCall = richMarkup.call(text, []),
): Promise<void> {
  enforce(await app.limits.consume(rule, author.id));
  await prepareTexts(app, author.id, [call]);
}

/** Reading speed in words per minute, and in characters for scripts without spaces. */
const inMinute = { words: 230, characters: 450 };

const character = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}’'.-]*/gu;

/** Returns the word count and reading time of a Markdown text. Code and Markdown syntax are not counted. */
export const measure = ofText('measure', 1.2, (text): { words: number; minutes: number } => {
  const plain = plainRich(text);
  const characters = plain.match(character)?.length ?? 0;
  const words = plain.replaceAll(character, ' ').match(word)?.length ?? 0;
  const minutes = words / inMinute.words + characters / inMinute.characters;
  return { words: words + characters, minutes: Math.max(1, Math.round(minutes)) };
});

/** Tokens of one kind beyond this number are left out. A text with fewer is refused. */
const most = 250;

/** The distinct links, hashtags and mentions of a text, in order. Parsed once for all who ask. */
export const distinctTokens = ofText('distinctTokens', 2, (text, kind: string): Token[] => {
  const found = new Map<string, Token>();
  const counts = { link: 0, hashtag: 0, mention: 0 };
  for (const token of tokensIn(text, kind)) {
    if (token.kind === 'text' || (counts[token.kind] += 1) > most) continue;
    const name =
      token.kind === 'link' ? token.address : token.kind === 'hashtag' ? token.tag : token.username;
    const key = `${token.kind} ${name}`;
    if (found.has(key)) counts[token.kind] -= 1;
    else found.set(key, token);
  }
  return [...found.values()];
});
