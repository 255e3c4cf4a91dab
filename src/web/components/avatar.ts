import { classes, html, type Html } from '../html.ts';

export interface Person {
  id: string;
  name: string;
  picture: string | null;
}

type AvatarSize = 'small' | 'medium' | 'large' | 'huge';

/**
 * A person's picture, or their initials on one of twelve colors derived from their id. The name is beside it,
 * so screen readers ignore it.
 */
export function avatar(person: Person, size: AvatarSize = 'medium'): Html {
  if (person.picture) {
    return html`<img
      class="${classes('avatar', size)}"
      src="${person.picture}"
      alt=""
      width="40"
      height="40"
      loading="lazy"
      decoding="async"
    />`;
  }
  return html`<span class="${classes('avatar', size)}" data-hue="${hueOf(person.id)}" aria-hidden="true"
    >${initials(person.name)}</span
  >`;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** An ASCII letter not followed by a combining character. */
const plainLetter = /^[!-~](?=[!-~]|$)/;

/** The initials of the first and the last word. */
export function initials(name: string): string {
  const [first, ...others] = name.trim().split(/\s+/);
  return [first, others.at(-1)]
    .map((word = '') =>
      plainLetter.test(word)
        ? word.charAt(0)
        : (letters.segment(word)[Symbol.iterator]().next().value?.segment ?? ''),
    )
    .join('')
    .toLocaleUpperCase();
}

/** One of twelve hues, always the same for an id. */
export function hueOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % 12;
}
