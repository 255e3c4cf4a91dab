import { normalize, toCharacters } from '../text.ts';

/**
 * Characters that are invisible or change text direction: bidi controls, zero-width characters, fillers,
 * tags.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}\u2800\ufff9-\ufffb]/u;

/**
 * Scripts with joining letters, such as Persian and Hindi, where joiners and non-joiners are part of the
 * spelling.
 */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;

/**
 * Whether a joiner has a visible effect: between the parts of an emoji, as its color variant, or between
 * joining letters.
 */
function isShown(character: string, before: string, after: string): boolean {
  if (character === '\ufe0f') return /\p{Emoji}/u.test(before);
  if (character === '\u200d' && /\p{Extended_Pictographic}/u.test(after))
    return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u.test(before);
  return (character === '\u200c' || character === '\u200d') && joining.test(before) && joining.test(after);
}

/** Normalizes a name for storage and display: removes invisible characters and collapses spaces. */
export function cleanName(typed: string): string {
  const name = normalize(toCharacters(typed), 'NFC');
  const characters = Array.from(name);
  const clean = characters.filter(
    (character, at) =>
      /\s/.test(character) ||
      !invisible.test(character) ||
      isShown(character, characters[at - 1] ?? '', characters[at + 1] ?? ''),
  );
  return clean.join('').replaceAll(/\s+/g, ' ').trim();
}

/** Whether a name has visible characters. */
export const isVisible = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
