import { normalize } from './text.ts';

/** What shows nothing by itself, or turns the text around it: marks of direction, zero widths, fillers, tags. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb]/u;

/** Scripts whose letters join, where a joiner or its opposite is part of how a word is written: Persian, Hindi. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;

/** Joiners that show: between the parts of an emoji, after one to draw it in color, and between letters that join. */
function isShown(character: string, before: string, after: string): boolean {
  if (character === '\ufe0f') return /\p{Emoji}/u.test(before);
  if (character === '\u200d' && /\p{Extended_Pictographic}/u.test(after))
    return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u.test(before);
  return (character === '\u200c' || character === '\u200d') && joining.test(before) && joining.test(after);
}

/** A name as it is stored and shown: what cannot be seen is not in it, and spaces are single. */
export function cleanName(typed: string): string {
  const name = normalize(typed.toWellFormed(), 'NFC');
  const characters = Array.from(name);
  const clean = characters.filter(
    (character, at) =>
      /\s/.test(character) ||
      !invisible.test(character) ||
      isShown(character, characters[at - 1] ?? '', characters[at + 1] ?? ''),
  );
  return clean.join('').replaceAll(/\s+/g, ' ').trim();
}

/** Whether a name has something in it to be seen. */
export const isVisible = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
