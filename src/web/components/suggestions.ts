import { attributes, html, type Html } from '../html.ts';
import { icon } from './controls.ts';
import type { IconName } from './icon-names.ts';
import type { MenuGroup } from './navigation/section-menu.ts';

/** What a search suggests while typing, or an action or page of the palette. */
export interface Suggestion {
  href: string;
  icon: IconName | Html;
  label: string;
  detail?: string;
  /** The text to insert for a mention. */
  value?: string;
  /** Other words that find it in the palette. */
  words?: string;
}

/** Options of a list box, inserted by the script of a search box or the palette. */
export const suggestionOptions = (suggestions: readonly Suggestion[]): Html =>
  html`${suggestions.map(
    ({ href, value, icon: image, label, detail, words }, index) =>
      html`<li
        class="search-suggestion"
        id="search-suggestion-${index}"
        role="option"
        aria-selected="false"
        ${attributes({ 'data-href': href, 'data-value': value, 'data-words': words })}
      >
        <span class="search-mark">${typeof image === 'string' ? icon(image) : image}</span
        ><span dir="auto">${label}</span> <span class="search-detail">${detail}</span>
      </li>`,
  )}`;

/** The pages of a menu, such as the settings, as entries of the palette. */
export const menuSuggestions = (name: string, image: IconName, groups: readonly MenuGroup[]): Suggestion[] =>
  groups
    .flatMap(({ entries }) => entries)
    .map(({ label, href, keywords }) => ({
      href,
      icon: image,
      label,
      detail: name,
      ...(keywords !== undefined && { words: keywords }),
    }));
