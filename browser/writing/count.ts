import { t } from '../translate.ts';

/** Reading speed as the server counts it: in words per minute, and in characters for scripts without spaces. */
const inMinute = { words: 230, characters: 450 };
const character = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/gu;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}’'.-]*/gu;

/** Shows the words, reading time and length of a Markdown text, and how long it can be. */
export function showCount(output: HTMLElement, text: string, most: number): void {
  // Code, addresses and the numbers of lists are not read.
  const plain = text
    .split(/^```/m)
    .filter((_part, at) => at % 2 === 0)
    .join(' ')
    .replaceAll(/\]\([^()\s]{0,400}|^ *\d{1,9}[.)] /gm, ' ');
  const characters = plain.match(character)?.length ?? 0;
  const words = plain.replaceAll(character, ' ').match(word)?.length ?? 0;
  const minutes = Math.max(1, Math.round(words / inMinute.words + characters / inMinute.characters));
  const shown = (value: number) => value.toLocaleString(document.documentElement.lang);
  const parts = [t`Words: ${shown(words + characters)}`, t`Reading time: ${minutes} min`];
  if (most > 0) parts.push(t`Characters: ${shown(text.length)} of ${shown(most)}`);
  output.textContent = parts.join(' · ');
  output.toggleAttribute('data-wrong', most > 0 && text.length > most);
}
