import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { iconButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import {
  deletedNotice,
  collapsibleForm,
  listPagination,
  rowMenu,
  type ListWithFormPage,
} from '../../owned/components/list-parts.ts';
import type { ListedChannel } from '../list-channels.ts';
import { channelFields, colorSpot } from '../components/channel-fields.ts';
import { shortNumber } from '../../../web/short-number.ts';

const path = '/dashboard/channels';

export const channelsView = (page: ListWithFormPage<ListedChannel>): View => ({
  title: t('Channels'),
  section: 'channels',
  body: html`${pageHeader({
    title: t('Channels'),
    lead: t('Group links, bio pages and QR codes by topic or by where you share them.'),
  })}
  ${deletedNotice(path, page.deletedId, t('Channel deleted'), t('Its items were not deleted.'))}
  ${collapsibleForm({ path, label: t('New channel'), submit: t('Create channel'), fields: channelFields(page.form), page })}
  ${card({ flush: true, body: channelTable(page.rows) })}
  ${listPagination(page, (number) => `${path}?page=${number}`)}`,
});

const channelTable = (channels: readonly ListedChannel[]): Html =>
  table({
    caption: t('Your channels'),
    rows: channels,
    rowId: ({ id }) => `channel-${id}`,
    columns: [
      { label: t('Channel'), main: true, cell: channelCell },
      { label: t('Items'), align: 'end', cell: ({ items }) => shortNumber(items) },
      { label: t('Star'), hideLabel: true, align: 'end', cell: star },
      { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('Create your first channel'),
      text: t(
        'Create one for a newsletter, a client or a season, and add the links, bio pages and QR codes that belong together.',
      ),
    }),
  });

const channelCell = ({ id, name, description, color, isStarred }: ListedChannel): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      ${colorSpot(color)} <a href="/dashboard/channels/${id}">${name}</a>
      ${isStarred && badge(t('Starred'), 'accent', 'star')}
    </p>
    ${description && html`<p class="link-cell-about">${description}</p>`}
  </div>`;

const star = ({ id, name, isStarred }: ListedChannel): Html =>
  html`<form class="button-form" action="/dashboard/channels/${id}/star" method="post">
    <input type="hidden" name="starred" value="${isStarred ? 'no' : 'yes'}" />
    ${iconButton({ icon: 'star', label: isStarred ? t('Unstar {name}', { name }) : t('Star {name}', { name }) })}
  </form>`;

const actions = ({ id, name }: ListedChannel): Html => rowMenu(`${path}/${id}`, name);
