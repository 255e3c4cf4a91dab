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
  foldedMaker,
  listPagination,
  rowMenu,
  type MakerPage,
} from '../../owned/components/list-parts.ts';
import type { ListedChannel } from '../list-channels.ts';
import { channelFields, colorSpot } from '../components/channel-fields.ts';

const path = '/dashboard/channels';

export const channelsView = (page: MakerPage<ListedChannel>): View => ({
  title: 'Channels',
  section: 'channels',
  body: html`${pageHeader({
    title: 'Channels',
    lead: 'Group links, bio pages and QR codes by topic or by where you share them.',
  })}
  ${deletedNotice(path, page.deletedId, 'Channel deleted', 'Its items were not deleted.')}
  ${foldedMaker({ path, label: 'New channel', submit: 'Create channel', fields: channelFields(page.maker), page })}
  ${card({ flush: true, body: channelTable(page.rows) })}
  ${listPagination(page, (number) => `${path}?page=${number}`)}`,
});

const channelTable = (channels: readonly ListedChannel[]): Html =>
  table({
    caption: 'Your channels',
    rows: channels,
    rowId: ({ id }) => `channel-${id}`,
    columns: [
      { label: 'Channel', main: true, cell: channelCell },
      { label: 'Items', align: 'end', cell: ({ items }) => items.toLocaleString('en') },
      { label: 'Star', hideLabel: true, align: 'end', cell: star },
      { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'links',
      title: 'Create your first channel',
      text: 'Create one for a newsletter, a client or a season, and add the links, bio pages and QR codes that belong together.',
    }),
  });

const channelCell = ({ id, name, description, color, isStarred }: ListedChannel): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      ${colorSpot(color)} <a href="/dashboard/channels/${id}">${name}</a>
      ${isStarred && badge('Starred', 'accent', 'star')}
    </p>
    ${description && html`<p class="link-cell-about">${description}</p>`}
  </div>`;

const star = ({ id, name, isStarred }: ListedChannel): Html =>
  html`<form class="button-form" action="/dashboard/channels/${id}/star" method="post">
    <input type="hidden" name="starred" value="${isStarred ? 'no' : 'yes'}" />
    ${iconButton({ icon: 'star', label: isStarred ? `Unstar ${name}` : `Star ${name}` })}
  </form>`;

const actions = ({ id, name }: ListedChannel): Html => rowMenu(`${path}/${id}`, name);
