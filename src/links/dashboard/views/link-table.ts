import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { sparkline } from '../../../web/components/charts/sparkline.ts';
import { siteInitial } from '../../statistics/components/site-initial.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { attributes, html, type Fragment, type Html } from '../../../web/html.ts';
import { shortAddress, shortName } from '../../record/link.ts';
import { linkOrders } from '../../record/listing/link-order.ts';
import type { LinkRow } from '../../record/listing/list-links.ts';
import { tagBadge } from '../../tags/components.ts';
import { listAddress, parseOrder } from '../list-query.ts';
import { builderFrame } from './builder-view.ts';
import { bulkForm } from './bulk-bar.ts';
import type { LinksPage, ListRow } from './links-view.ts';
import { shortNumber } from '../../../web/short-number.ts';

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
      { label: t('Actions'), hideLabel: true, align: 'end', cell: ({ link }) => actions(link) },
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

function actions(link: LinkRow): Html {
  const address = `/dashboard/links/${link.id}`;
  return menu({
    label: t('Actions for {alias}', { alias: link.alias }),
    items: html`${menuLink({ label: t('Statistics'), href: address, icon: 'chart-line' })}
    ${menuLink({ label: t('Edit'), href: `${address}/edit`, icon: 'pencil', frame: builderFrame })}
    ${menuLink({ label: t('Test redirect'), href: `${address}/try`, icon: 'split' })}
    ${menuButton({
      label: link.isDisabled ? t('Turn on') : t('Turn off'),
      to: '/dashboard/bulk',
      icon: link.isDisabled ? 'zap' : 'ban',
      fields: { act: link.isDisabled ? 'on' : 'off', 'id[]': link.id },
    })}
    ${menuLine} ${menuButton({ label: t('Delete'), to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
}
