import { days } from '../../../kernel/time.ts';
import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { type Choice, selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { weekdays } from '../../../web/components/charts/heat-map.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { attributes, html, type Html, nothing } from '../../../web/html.ts';
import { utmFilters } from '../../clicks/statistics/filters.ts';
import { otherValues } from '../../clicks/retention.ts';
import type { Dimension } from '../../clicks/roll-ups.ts';
import { utcDay } from '../../clicks/statistics/range.ts';
import { filterNameOf, hiddenFieldsOf, queryOf, unknown } from '../filters.ts';
import type { FilterName, Selection, SelectionChange } from '../filters.ts';
import { inZone, rangeKeys, rangeNames } from '../requests.ts';

/** What an account's clicks can be filtered by. */
export interface FilterChoices {
  tags: readonly { name: string }[];
  campaigns: readonly { id: string; name: string }[];
  channels: readonly { id: string; name: string }[];
  /** Whether the store of clicks has the parameters of destinations. */
  hasUtm?: boolean;
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** A menu of filters by link group, by time and by parameters of destinations. */
export function filterMenu(address: string, selection: Selection, groups: FilterChoices): Html {
  const byId = (entries: readonly { id: string; name: string }[]): Choice[] =>
    entries.map(({ id, name }) => ({ value: id, label: name }));
  const fields = [
    { name: 'tag', label: t('Tag'), choices: groups.tags.map(({ name }) => ({ value: name, label: name })) },
    { name: 'campaign', label: t('Campaign'), choices: byId(groups.campaigns) },
    { name: 'channel', label: t('Channel'), choices: byId(groups.channels) },
    {
      name: 'weekday',
      label: t('Day of the week'),
      choices: weekdays().map((label, index) => ({ value: String(index + 1), label })),
    },
    { name: 'hour', label: t('Hour'), choices: hours },
  ].filter(({ choices }) => choices.length > 0);
  const chosen = (name: string) =>
    selection.applied.find((filter) => filter.name === (name as FilterName))?.value ?? '';
  const typed = groups.hasUtm ? utmFilters : [];
  const asked = [...fields.map(({ name }) => name), ...typed];
  return html`<form class="filter-bar" action="${address}" method="get">
    ${hiddenFieldsOf(selection, asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <details class="popover">
      <summary class="button quiet">${icon('funnel')}Filter</summary>
      <div class="popover-panel filter-fields">
        ${fields.map(({ name, label, choices }) =>
          selectField({
            name,
            label,
            id: `filter-${name}`,
            empty: t('Any'),
            value: chosen(name),
            choices,
          }),
        )}
        ${typed.map((name) =>
          textField({ name, label: name, id: `filter-${name}`, value: chosen(name), maxlength: 200 }),
        )}
        ${button({ label: t('Apply filters'), kind: 'primary' })}
      </div>
    </details>
  </form>`;
}

/** The active filters, each with a button that removes it. */
export function filterChips(address: string, selection: Selection): Html {
  const { applied, range } = selection;
  const chips = [
    ...applied,
    ...(range.zone === range.usualZone
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

/**
 * Returns the link that filters the page by a value. Empty if the dimension has no filter or is already
 * filtered.
 */
export function filterLinkAttributes(
  address: string,
  selection: Selection,
  dimension: Dimension,
  value: string,
): { href?: string } {
  const name = filterNameOf(dimension);
  if (name === undefined || value === otherValues || selection.applied.some((filter) => filter.name === name))
    return {};
  return { href: `${address}?${queryOf(selection, { [name]: value || unknown })}` };
}

/** Links to the predefined ranges, and a form for custom days. */
export function rangePicker(address: string, selection: Selection): Html {
  const { range } = selection;
  const [from, to] = [inZone(range, range.from), inZone(range, range.to)];
  const lastDay = new Date(to.getTime() - days(1));
  return html`<div class="range-picker">
    ${tabs(
      t('Time'),
      rangeKeys.map((key) => ({
        label: rangeNames()[key],
        href: `${address}?${queryOf(selection, { range: key })}`,
        current: key === range.key,
      })),
    )}
    <details class="more" ${attributes({ open: range.key === undefined })}>
      <summary>${icon('chevron-down')}Custom range</summary>
      <form class="range-form" action="${address}" method="get" data-turbo-frame="_top">
        ${textField({ name: 'from', label: t('From'), type: 'date', value: utcDay(from) })}
        ${textField({ name: 'to', label: t('To (inclusive)'), type: 'date', value: utcDay(lastDay < from ? from : lastDay) })}
        ${textField({ name: 'timezone', label: t('Time zone'), value: range.zone, hint: t('Such as Europe/Berlin') })}
        ${hiddenFieldsOf(selection, ['range', 'from', 'to', 'timezone']).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        ${button({ label: t('Apply') })}
      </form>
    </details>
  </div>`;
}
