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

/** Flags of England, Scotland and Wales, which are written with tags. */
const taggedFlag = /(\p{RGI_Emoji_Tag_Sequence})/v;

/** Selectors of a variant of the character before, as in names of Japan and Mongolia. */
const variants = [
  { selector: /[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]/u, of: /\p{Script=Han}/u },
  { selector: /[\u180b-\u180d\u180f]/u, of: /\p{Script=Mongolian}/u },
  { selector: /\ufe0f/u, of: /[\p{Emoji}\p{Script=Han}]/u },
];

/**
 * Whether an invisible character has a visible effect: between the parts of an emoji, as the variant of a character, or
 * between joining letters.
 */
function isShown(character: string, before: string, after: string): boolean {
  if (variants.some(({ selector, of }) => selector.test(character) && of.test(before))) return true;
  if (character === '\u200d' && /\p{Extended_Pictographic}/u.test(after))
    return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u.test(before);
  return (character === '\u200c' || character === '\u200d') && joining.test(before) && joining.test(after);
}

const withoutInvisible = (text: string): string =>
  Array.from(text)
    .filter(
      (character, at, all) =>
        /\s/.test(character) ||
        !invisible.test(character) ||
        isShown(character, all[at - 1] ?? '', all[at + 1] ?? ''),
    )
    .join('');

/** Normalizes a name for storage and display: removes invisible characters and collapses spaces. */
export function cleanName(typed: string): string {
  const parts = normalize(toCharacters(typed), 'NFC').split(taggedFlag);
  const clean = parts.map((part) => (taggedFlag.test(part) ? part : withoutInvisible(part)));
  return clean.join('').replaceAll(/\s+/g, ' ').trim();
}

/** Whether a name has visible characters. */
export const isVisible = (name: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name);
