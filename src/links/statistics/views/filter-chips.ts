import { currentTimeZone } from '../../../kernel/translation/languages.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { html, nothing, type Html } from '../../../web/html.ts';
import { queryOf, type Selection, type SelectionChange } from '../filters/selection.ts';

/** The active filters, each with a button that removes it. */
export function filterChips(address: string, selection: Selection): Html {
  const { applied, range } = selection;
  const chips = [
    ...applied,
    ...(range.zone === currentTimeZone()
      ? []
      : [{ name: 'timezone' as const, words: t('Time zone: {zone}', { zone: range.zone }) }]),
  ];
  if (chips.length === 0) return nothing;
  const none: SelectionChange = Object.fromEntries(chips.map(({ name }) => [name, undefined]));
  return html`<ul class="chips" aria-label="Filters">
    ${chips.map(
      ({ name, words }) =>
        html`<li>
          <a
            class="chip"
            href="${address}?${queryOf(selection, { [name]: undefined })}"
            aria-label="Remove filter: ${words}"
            >${words}${icon('x')}</a
          >
        </li>`,
    )}
    <li><a class="chip-all" href="${address}?${queryOf(selection, none)}">Clear all</a></li>
  </ul>`;
}
