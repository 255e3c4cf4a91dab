import { t } from '../../../web/translation/translate.ts';
import { button, icon } from '../../../web/components/controls.ts';
import { selectField, type Choice } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { shortDayText } from '../../../web/components/surfaces.ts';
import { html, nothing, type Html } from '../../../web/html.ts';
import { ownDomain, type LinkStatus } from '../../link/filter.ts';
import type { LinkOrder } from '../../link/list-links.ts';
import type { LinkChoices } from '../../shorten/reading.ts';
import { filterNames, listAddress, type LinkFilterName, type LinkPageQuery } from '../requests.ts';

const statuses = (): Readonly<Record<LinkStatus, string>> => ({
  live: t('Live'),
  expired: t('Expired'),
  disabled: t('Off'),
  password: t('With a password'),
  private: t('Private'),
});
const orders = (): Readonly<Record<LinkOrder, string>> => ({
  date: t('Newest first'),
  click: t('Most clicked'),
  last: t('Last clicked'),
  alias: t('Alias (A–Z)'),
});

/**
 * Search field with more filters behind a button. One form, so that search and filters preserve each other.
 */
export function filterBar(query: LinkPageQuery, choices: LinkChoices): Html {
  return html`<form class="filter-bar" action="/dashboard" method="get" role="search">
    <div class="search">
      ${textField({
        name: 'q',
        label: t('Search links'),
        hideLabel: true,
        type: 'search',
        icon: 'search',
        placeholder: t('Search links'),
        value: query.q,
      })}
    </div>
    <details class="popover">
      <summary class="button quiet">${icon('funnel')}Filter</summary>
      <div class="popover-panel filter-fields">
        ${fields(query, choices)} ${button({ label: t('Apply filters'), kind: 'primary' })}
      </div>
    </details>
    <button class="visually-hidden" type="submit">Search</button>
  </form>`;
}

function fields(query: LinkPageQuery, { tags, channels, campaigns, domains }: LinkChoices): Html {
  const select = (name: LinkFilterName, label: string, empty: string, entries: readonly Choice[]) =>
    entries.length === 0
      ? nothing
      : selectField({
          name,
          label,
          id: `filter-${name}`,
          empty,
          value: query[name] === undefined ? '' : String(query[name]),
          choices: entries,
        });
  return html`${select('tag', t('Tag'), t('Any'), named(tags.map(({ name }) => name)))}
  ${select('channel', t('Channel'), t('Any'), byId(channels))}
  ${select('campaign', t('Campaign'), t('Any'), byId(campaigns))}
  ${select(
    'domain',
    t('Domain'),
    t('Any'),
    domains.length === 0
      ? []
      : [{ value: ownDomain, label: t('Default domain') }, ...named(domains.map(({ host }) => host))],
  )}
  ${select('status', t('Status'), t('Any'), entriesOf(statuses()))}
  ${select('clicks', t('Clicks'), t('Any'), entriesOf({ some: t('With clicks'), none: t('No clicks') }))}
  ${textField({ name: 'from', id: 'filter-from', label: t('Created after'), type: 'date', value: query.from })}
  ${textField({ name: 'to', id: 'filter-to', label: t('Created before'), type: 'date', value: query.to })}
  ${selectField({
    name: 'sort',
    id: 'filter-sort',
    label: t('Order'),
    value: query.sort ?? 'date',
    choices: entriesOf(orders()),
  })}`;
}

const named = (names: readonly string[]): Choice[] => names.map((name) => ({ value: name, label: name }));
const byId = (things: readonly { id: string; name: string }[]): Choice[] =>
  things.map(({ id, name }) => ({ value: id, label: name }));
const entriesOf = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** The active filters, each with a button that removes it. */
export function linkFilterChips(query: LinkPageQuery, choices: LinkChoices): Html {
  const chips = filterNames.filter((name) => query[name]).map((name) => chip(query, name, choices));
  if (chips.length === 0) return nothing;
  return html`<ul class="chips" aria-label="Filters">
    ${chips}
    <li><a class="chip-all" href="/dashboard">Clear all</a></li>
  </ul>`;
}

function chip(query: LinkPageQuery, name: LinkFilterName, choices: LinkChoices): Html {
  const words = wordsOf(name, String(query[name]), choices);
  return html`<li>
    <a
      class="chip"
      href="${listAddress(query, { [name]: undefined, page: 1 })}"
      aria-label="Remove filter: ${words}"
      >${words}${icon('x')}</a
    >
  </li>`;
}

/** A filter's day as the rest of the page shows days, or as it is written if it is none. */
const dayOf = (value: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? shortDayText(new Date(value))
    : value;

function wordsOf(name: LinkFilterName, value: string, { channels, campaigns }: LinkChoices): string {
  const nameOf = (things: readonly { id: string; name: string }[]) =>
    things.find(({ id }) => id === value)?.name ?? value;
  switch (name) {
    case 'q':
      return t('“{value}”', { value });
    case 'tag':
      return t('Tag {name}', { name: value });
    case 'channel':
      return t('Channel {name}', { name: nameOf(channels) });
    case 'campaign':
      return t('Campaign {name}', { name: nameOf(campaigns) });
    case 'domain':
      return value === ownDomain ? t('Default domain') : value;
    case 'status':
      return statuses()[value as LinkStatus];
    case 'clicks':
      return value === 'some' ? t('Followed') : t('No clicks');
    case 'from':
      return t('From {day}', { day: dayOf(value) });
    case 'to':
      return t('Until {day}', { day: dayOf(value) });
  }
}
