import { type Message, msg, t } from '../../kernel/translation/translate.ts';
import { badge } from '../../web/components/badge.ts';
import { iconButton, linkButton } from '../../web/components/button.ts';
import { card } from '../../web/components/card.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { switchField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { table } from '../../web/components/table.ts';
import { relativeTime } from '../../web/components/time.ts';
import { bind, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { shortNumber } from '../../web/short-number.ts';
import type { View } from '../../web/view.ts';
import {
  collapsibleForm,
  deletedNotice,
  listPagination,
  type ListWithFormPage,
  rowMenu,
} from '../owned/lists.ts';
import { editView, groupView } from '../owned/views.ts';
import { addByShort, linkCell, removeColumn } from '../link/components.ts';
import type { Channel, ItemType } from './channels.ts';
import { type Item, itemAddress, itemName, type ListedChannel } from './reading.ts';

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

interface ChannelPage {
  hopUrl: string;
  now: Date;
  channel: Channel;
  rows: readonly Item[];
  total: number;
  page: number;
  perPage: number;
  /** State of the form that adds an item. */
  adder: FormState;
}

/** A channel and its items. */
export function channelView(page: ChannelPage): View {
  const { hopUrl, now, channel, rows, adder } = page;
  const address = `/dashboard/channels/${channel.id}`;
  return groupView({
    ...page,
    section: 'channels',
    list: { label: t('Channels'), href: '/dashboard/channels' },
    name: channel.name,
    lead: channel.description,
    address,
    adder: addByShort(address, adder, t('Add a link, bio page or QR code')),
    table: channelItems({
      hopUrl,
      now,
      items: rows,
      removeTo: ({ id }) => `${address}/links/${id}/remove`,
    }),
  });
}

interface ChannelItems {
  hopUrl: string;
  now: Date;
  items: readonly Item[];
  /** Returns the path of the form that removes an item. */
  removeTo: (item: Item) => string;
}

const kinds: Readonly<Record<ItemType, { name: Message; page: string }>> = {
  links: { name: msg('Link'), page: '/dashboard/links' },
  bio: { name: msg('Bio page'), page: '/dashboard/bio' },
  qr: { name: msg('QR code'), page: '/dashboard/qr' },
};

/** The items of a channel: links, bio pages and QR codes. */
const channelItems = ({ hopUrl, now, items, removeTo }: ChannelItems): Html =>
  table({
    caption: t('In this channel'),
    rows: items,
    rowId: ({ id }) => `item-${id}`,
    columns: [
      { label: t('Short URL'), main: true, cell: (item) => itemCell(hopUrl, item) },
      {
        label: t('Type'),
        cell: ({ type }) => badge(t(kinds[type].name), type === 'links' ? 'neutral' : 'accent'),
      },
      { label: t('Created'), cell: ({ createdAt }) => relativeTime(createdAt, now) },
      removeColumn(removeTo),
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('No items yet'),
      text: t('Add a link, bio page or QR code above by its short URL.'),
      action: linkButton({ label: t('View your links'), href: '/dashboard' }),
    }),
  });

const itemCell = (hopUrl: string, item: Item): Html =>
  linkCell({
    href: `${kinds[item.type].page}/${item.id}`,
    name: itemName({ hopUrl }, item),
    address: itemAddress({ hopUrl }, item),
    about: html`<span>${item.title}</span> ${item.url && `· ${item.url}`}`,
  });

/** The page for editing a channel. */
export const channelFormView = ({ id, name }: Channel, state: FormState): View =>
  editView({
    section: 'channels',
    title: t('Edit channel'),
    list: { label: t('Channels'), href: '/dashboard/channels' },
    name,
    address: `/dashboard/channels/${id}`,
    action: `/dashboard/channels/${id}/edit`,
    state,
    fields: channelFields(state),
  });

/** The form fields of a channel. */
function channelFields(state: FormState): Html {
  const field = bind(state);
  const { value, ...starred } = field('starred');
  return html`${textField({
    ...field('name'),
    label: t('Name'),
    required: true,
    placeholder: t('Newsletter'),
    autocomplete: 'off',
    maxlength: 100,
  })}
  ${textField({
    ...field('description'),
    label: t('Description'),
    required: false,
    autocomplete: 'off',
    maxlength: 500,
  })}
  ${textField({ ...field('color'), value: state.values?.color ?? '#2a8f64', label: t('Color'), type: 'color' })}
  ${switchField({ ...starred, label: t('Star this channel'), checked: value !== undefined })}`;
}

/** A dot in the channel's color. Decorative, next to its name. */
export const colorSpot = (color: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="7" fill="${color}" stroke="none" />
  </svg>`;
