import { type Message, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { badge, emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { linkButton } from '../../web/components/controls.ts';
import { type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { groupView } from '../owned/views.ts';
import { addByShort, linkCell, removeColumn } from '../link/components.ts';
import type { Channel } from './channels.ts';
import { type Item, itemAddress, itemName, type ItemType } from './items.ts';

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
