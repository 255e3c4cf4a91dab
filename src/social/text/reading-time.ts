import { ofText } from './prepared.ts';
import { plainRich } from './rendered.ts';

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
