import { attributes, classes, html, type Html, type Fragment } from '../html.ts';
import { t } from '../translation/translate.ts';

export interface ShownPerson {
  id: string;
  name: string;
  picture: string | null;
}

type AvatarSize = 'tiny' | 'small' | 'medium' | 'large' | 'huge';

/**
 * A person's picture, or their initials on one of twelve colors derived from their id. The name is beside it,
 * so screen readers ignore it. The style sheet has its size.
 */
export function avatar(person: ShownPerson, size: AvatarSize = 'medium'): Html {
  if (person.picture) {
    return html`<img class="${classes('avatar', size)}" src="${person.picture}" alt="" loading="lazy" />`;
  }
  return html`<span class="${classes('avatar', size)}" data-hue="${hueOf(person.id)}" aria-hidden="true"
    >${initials(person.name)}</span
  >`;
}

/** The large picture of a header, which opens on its own. Initials do not. `href`: the picture's page. */
export function portrait(
  person: Omit<ShownPerson, 'picture'> & { portrait: string | null },
  href: string,
): Html {
  const { name, portrait: picture } = person;
  const shown = avatar({ ...person, picture }, 'huge');
  if (picture === null) return shown;
  const label = t('Photo of {name}', { name });
  return html`<a
    class="profile-portrait"
    ${attributes({ href, 'data-zoom': picture, 'data-alt': label, 'aria-label': label })}
    >${shown}</a
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

/** A person in a list, with actions at the end. */
export function personRow(options: {
  person: ShownPerson & { username: string };
  href: string;
  /** Beside the name: the type of account, if it is not a person. */
  badge?: Fragment;
  /** A line below the name: their biography or a mutual connection. */
  detail?: Fragment;
  actions?: Fragment;
}): Html {
  const { person, href, badge, detail, actions } = options;
  return html`<div class="person-row">
    ${avatar(person)}
    <div class="person-row-text">
      <p class="person-row-name">
        <a href="${href}">${person.name}</a> ${badge} <span class="handle">@${person.username}</span>
      </p>
      ${detail && html`<p class="person-row-detail">${detail}</p>`}
    </div>
    ${actions && html`<div class="person-row-actions">${actions}</div>`}
  </div>`;
}

/** Rows of people, posts or comments, separated by lines. */
export function stack(rows: readonly Html[], label?: string): Html {
  return html`<ul class="stack" ${attributes({ 'aria-label': label })}>
    ${rows.map((row) => html`<li>${row}</li>`)}
  </ul>`;
}
