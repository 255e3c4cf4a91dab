import { badge } from '../../../web/components/badge.ts';
import { button, iconButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { ListedChannel } from '../list-channels.ts';
import { channelFields, colorSpot } from '../components/channel-fields.ts';

interface ChannelsPage {
  channels: readonly ListedChannel[];
  total: number;
  page: number;
  perPage: number;
  /** The form above the list, as it was typed. */
  maker: FormState;
  deletedId: number | undefined;
}

export function channelsView(page: ChannelsPage): View {
  return {
    title: 'Channels',
    section: 'channels',
    body: html`${pageHeader({
      title: 'Channels',
      lead: 'Put links, bio pages and QR codes together by subject or by where you share them.',
    })}
    ${page.deletedId && deletedNotice(page.deletedId)} ${maker(page)}
    ${card({ flush: true, body: channelTable(page.channels) })}
    ${pagination({
      page: page.page,
      pages: Math.ceil(page.total / page.perPage),
      href: (number) => `/dashboard/channels?page=${number}`,
    })}`,
  };
}

function deletedNotice(id: number): Html {
  return notice({
    title: 'The channel is deleted',
    body: html`<p>What was in it is still there.</p>
      ${buttonForm({ to: `/dashboard/channels/${id}/restore`, label: 'Undo', icon: 'reply', small: true })}`,
  });
}

function maker({ maker, total }: ChannelsPage): Html {
  const open = total === 0 || maker.errors !== undefined || maker.message !== undefined;
  const fields = form({
    action: '/dashboard/channels',
    state: maker,
    body: html`<div class="more-fields">${channelFields(maker)}</div>
      ${button({ label: 'Make channel', kind: 'primary', busyLabel: 'Making it' })}`,
  });
  return html`<div class="maker-card">
    ${card({
      body: html`<details class="more" ${attributes({ open })}>
        <summary>${icon('chevron-down')}New channel</summary>
        ${fields}
      </details>`,
    })}
  </div>`;
}

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
      title: 'Your first channel',
      text: 'Make one for a newsletter, a client or a season, and put the links, bio pages and QR codes into it that belong together.',
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

function actions({ id, name }: ListedChannel): Html {
  const address = `/dashboard/channels/${id}`;
  return menu({
    label: `Actions for ${name}`,
    items: html`${menuLink({ label: 'Edit', href: `${address}/edit`, icon: 'pencil' })} ${menuLine}
    ${menuButton({ label: 'Delete', to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
}
