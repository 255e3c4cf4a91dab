import { formatNumber, t } from '../../../web/translation/translate.ts';
import { badge, emptyState, table, relativeTime } from '../../../web/components/surfaces.ts';
import { button, linkButton, copyButton, icon } from '../../../web/components/controls.ts';
import { sparkline } from '../../../web/components/charts/figures.ts';
import { selectField, timeZoneField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { menuOpener, rowMenu } from '../../../web/components/navigation/row-menu.ts';
import type { MenuEntry, RowMenu } from '../../../web/components/navigation/row-menu.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { attributes, type Fragment, html, type Html, nothing, shortNumber } from '../../../web/html.ts';
import { shortAddress, shortName } from '../../link/link.ts';
import { linkOrders, type LinkRow } from '../../link/list-links.ts';
import { siteInitial } from '../../statistics/components/entries.ts';
import { bulkActions } from '../../shorten/options/options.ts';
import { tagBadge } from '../../tags/components.ts';
import { listAddress, parseOrder } from '../requests.ts';
import { builderFrame } from './builder-view.ts';
import type { LinksPage, ListRow } from './links-view.ts';

export function linkTable(page: LinksPage): Html {
  const { now, rows, query } = page;
  const { order, ascending } = parseOrder(query);
  return table({
    caption: t('Your links'),
    rows,
    rowId: ({ link }) => `link-${link.id}`,
    sort: {
      by: order,
      descending: !ascending,
      href: (by, descending) => {
        const sort = linkOrders.find((known) => known === by) ?? 'date';
        // Aliases start ascending, while tables start descending.
        const isAscending = sort === 'alias' && order !== 'alias' ? true : !descending;
        return listAddress(query, { sort, order: isAscending ? 'asc' : 'desc', page: 1 });
      },
    },
    columns: [
      { label: t('Link'), main: true, sort: 'alias', cell: (row) => linkCell(page, row) },
      { label: t('Clicks'), sort: 'click', align: 'end', cell: clicks },
      {
        label: t('Last click'),
        sort: 'last',
        cell: ({ link }) => (link.lastClickAt ? relativeTime(link.lastClickAt, now) : t('Never')),
      },
      { label: t('Created'), sort: 'date', cell: ({ link }) => relativeTime(link.createdAt, now) },
      {
        label: t('Actions'),
        hideLabel: true,
        align: 'end',
        cell: ({ link }) => menuOpener('link', linkActs(page.hopUrl, link)),
      },
    ],
    empty: emptyState({
      illustration: 'search',
      title: t('No matching links'),
      text: query.q
        ? html`No link has “${query.q}” in its alias, title or URL${' '}and matches the filters.`
        : t('No links match these filters.'),
      action: linkButton({ label: t('Clear filters'), href: '/dashboard' }),
    }),
  });
}

function linkCell({ hopUrl, now, bulk }: LinksPage, { link, tags }: ListRow): Html {
  // A rejected action keeps the selection.
  const checked = (bulk.values?.id ?? '').split(',').includes(link.id);
  const name = shortName({ hopUrl }, link);
  return html`<div class="link-row">
    <input
      class="checkbox row-check"
      type="checkbox"
      name="id[]"
      value="${link.id}"
      form="${bulkForm}"
      aria-label="Select ${name}"
      ${attributes({ checked })}
    />
    ${siteInitial(URL.parse(link.url)?.hostname ?? '')}
    <div class="link-cell">
      <p class="link-cell-short">
        <a href="/dashboard/links/${link.id}">${name}</a>
        ${copyButton(shortAddress({ hopUrl }, link), t('Copy {name}', { name }))}
        <span class="link-cell-states">${states(link, now)}</span>
      </p>
      <p class="link-cell-about link-cell-target">
        <span>${link.title}</span> · <bdi dir="ltr">${link.url}</bdi>
      </p>
      ${tags.length > 0 && html`<p class="link-cell-tags">${tags.map(tagBadge)}</p>`}
    </div>
  </div>`;
}

function states(link: LinkRow, now: Date): Fragment {
  const isOver =
    (link.expiresAt !== null && link.expiresAt <= now) ||
    (link.clickLimit !== null && link.clicks >= link.clickLimit);
  return [
    link.isSuspended && badge(t('Suspended'), 'danger'),
    link.isDisabled && badge(t('Off'), 'warning'),
    isOver && badge(t('Ended'), 'warning'),
    link.isLocked && badge(t('Password'), 'neutral', 'lock'),
    link.visibility === 'private' && badge(t('Private')),
  ];
}

const clicks = ({ link, trend }: ListRow): Html =>
  html`<a class="click-count" href="/dashboard/links/${link.id}"
    >${trend.some(Boolean) && sparkline(trend)}<span>${shortNumber(link.clicks)}</span></a
  >`;

/** Everything that a workspace can do with one of its links. */
export const linkEntries = () =>
  ({
    copy: { label: t('Copy short link'), icon: 'link', copies: '{short}' },
    qr: { label: t('QR code'), icon: 'qr-code', href: '/dashboard/links/{id}/qr' },
    share: { label: t('Share'), icon: 'share-2', shares: '{short}' },
    statistics: { label: t('Statistics'), icon: 'chart-line', href: '/dashboard/links/{id}' },
    edit: { label: t('Edit'), icon: 'pencil', href: '/dashboard/links/{id}/edit', frame: builderFrame },
    duplicate: { label: t('Duplicate'), icon: 'copy', href: '/dashboard/links/new?from={id}' },
    try: { label: t('Test redirect'), icon: 'split', href: '/dashboard/links/{id}/try' },
    on: { label: t('Turn on'), icon: 'zap', to: '/dashboard/bulk', fields: { act: 'on', 'id[]': '{id}' } },
    off: { label: t('Turn off'), icon: 'ban', to: '/dashboard/bulk', fields: { act: 'off', 'id[]': '{id}' } },
    delete: { label: t('Delete'), icon: 'trash-2', to: '/dashboard/links/{id}/delete', danger: true },
  }) as const satisfies Record<string, MenuEntry>;

export const linksMenu = (): Html => rowMenu(linkEntries(), true, usual.join(' '));

/** What a workspace can do with a link. */
export const linkActs = (
  hopUrl: string,
  link: Pick<LinkRow, 'id' | 'alias' | 'domain' | 'isDisabled'>,
): RowMenu<keyof ReturnType<typeof linkEntries>> => ({
  label: t('Actions for {alias}', { alias: link.alias }),
  href: `/dashboard/links/${link.id}/menu`,
  entries: [
    ...(['copy', 'qr', 'share', 'statistics', 'edit', 'duplicate', 'try'] as const),
    ...([link.isDisabled ? 'on' : 'off', 'delete'] as const),
  ],
  usual: usual.join(' '),
  values: { 'data-id': link.id, 'data-short': shortAddress({ hopUrl }, link) },
});

/** The menu of a link that is turned on. */
const usual = ['copy', 'qr', 'share', 'statistics', 'edit', 'duplicate', 'try', 'off', 'delete'];

/**
 * Id of the form that the row checkboxes belong to. Rows contain their own forms, and forms cannot be nested.
 */
const bulkForm = 'bulk';

/** Actions for the selected links. With scripts, it appears when a link is selected. */
export function bulkBar({ query, rows, count, choices, bulk }: LinksPage): Html {
  if (rows.length === 0) return nothing;
  const isAll = count.total > rows.length;
  const all = count.isMore
    ? t('All matching')
    : t('All {total} matching', { total: formatNumber(count.total) });
  return html`<label class="select-page needs-script">
      <input class="checkbox" type="checkbox" data-selection-target="page" data-action="selection#page" />
      Select all on this page
    </label>
    <form
      class="bulk-bar"
      id="${bulkForm}"
      action="/dashboard/bulk"
      method="post"
      aria-label="Selected links"
    >
      <input type="hidden" name="list" value="${listAddress(query).split('?')[1]}" />
      <p class="bulk-count" role="status">
        <span data-selection-target="count">With the selected links:</span>
      </p>
      ${
        isAll &&
        html`<label class="bulk-all"
          ><input class="checkbox" type="checkbox" name="all" data-selection-target="all" />${all}</label
        >`
      }
      <div class="bulk-acts">
        ${panel(t('Tag'), 'tag', tagPanel(choices, bulk), bulk.errors?.tag)}
        ${panel(t('Move'), 'layers', movePanel(choices, bulk), bulk.errors?.channel ?? bulk.errors?.campaign)}
        ${panel(t('Expiry'), 'clock', expiryPanel(bulk), bulk.errors?.expiry ?? bulk.errors?.timezone)}
        ${panel(t('Options'), 'settings', optionPanel(), undefined)} ${act('off', t('Turn off'), 'ban')}
        ${act('on', t('Turn on'), 'zap')}
        ${button({ name: 'act', value: 'export', label: t('Export'), icon: 'download', small: true, data: { 'data-turbo': 'false' } })}
        ${button({ name: 'act', value: 'delete', label: t('Delete'), icon: 'trash-2', small: true, kind: 'danger' })}
      </div>
    </form>`;
}

const act = (value: string, label: string, image?: IconName): Html =>
  button({ name: 'act', value, label, small: true, ...(image && { icon: image }) });

const panel = (label: string, image: IconName, body: Html, error: string | undefined): Html =>
  html`<details class="popover" ${attributes({ open: error !== undefined })}>
    <summary class="button quiet small">${icon(image)}${label}</summary>
    <div class="popover-panel">${body}</div>
  </details>`;

const tagPanel = ({ tags }: LinksPage['choices'], bulk: FormState): Html =>
  html`${textField({ ...bind(bulk)('tag'), id: 'bulk-tag', label: t('Tag'), autocomplete: 'off', maxlength: 50, list: 'known-tags' })}
    <datalist id="known-tags">${tags.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
    <div class="bulk-pair">${act('tag', t('Add tag'))} ${act('untag', t('Remove tag'))}</div>`;

const optionPanel = (): Html => html`${bulkActions.map(({ act: value, label }) => act(value, t(label)))}`;

const movePanel = ({ channels, campaigns }: LinksPage['choices'], bulk: FormState): Html =>
  channels.length === 0 && campaigns.length === 0
    ? html`<p>
        You have no <a href="/dashboard/channels">channels</a> or
        <a href="/dashboard/campaigns">campaigns</a>${' '} yet.
      </p>`
    : html`${group(bulk, 'channel', { label: t('Channel'), verb: t('Add to channel'), things: channels })}
      ${group(bulk, 'campaign', { label: t('Campaign'), verb: t('Add to campaign'), things: campaigns })}`;

const group = (
  bulk: FormState,
  name: 'channel' | 'campaign',
  { label, verb, things }: { label: string; verb: string; things: readonly { id: string; name: string }[] },
): Html =>
  things.length === 0
    ? nothing
    : html`${selectField({
        ...bind(bulk)(name),
        id: `bulk-${name}`,
        label,
        empty: t('Choose one'),
        choices: things.map(({ id, name }) => ({ value: id, label: name })),
      })}
      ${act(name, verb)}`;

const expiryPanel = (bulk: FormState) =>
  html`<div class="planning" ${attributes({ 'data-controller': !bulk.values?.expiry && 'time-zone' })}>
      ${textField({
        ...bind(bulk)('expiry'),
        id: 'bulk-expiry',
        label: t('Expires'),
        type: 'datetime-local',
        hint: t('Leave empty for no expiry.'),
      })}
      ${timeZoneField({ ...bind(bulk)('timezone'), id: 'bulk-timezone' })}
    </div>
    ${act('expiry', t('Set expiry'))}`;
