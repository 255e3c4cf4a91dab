import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { table } from '../../../web/components/table.ts';
import { relativeTime } from '../../../web/components/time.ts';
import { buttonForm } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { ItemType } from '../channel.ts';
import { itemAddress, itemName, type Item } from '../item.ts';

interface ChannelItems {
  hopUrl: string;
  now: Date;
  items: readonly Item[];
  /** Where the button sends that takes an item out. */
  removeTo: (item: Item) => string;
}

const kinds: Readonly<Record<ItemType, { name: string; page: string }>> = {
  links: { name: 'Link', page: '/dashboard/links' },
  bio: { name: 'Bio page', page: '/dashboard/bio' },
  qr: { name: 'QR code', page: '/dashboard/qr' },
};

/** What is in a channel: links, bio pages and QR codes. */
export const channelItems = ({ hopUrl, now, items, removeTo }: ChannelItems): Html =>
  table({
    caption: 'In this channel',
    rows: items,
    rowId: ({ id }) => `item-${id}`,
    columns: [
      { label: 'Address', main: true, cell: (item) => itemCell(hopUrl, item) },
      { label: 'What', cell: ({ type }) => badge(kinds[type].name, type === 'links' ? 'neutral' : 'accent') },
      { label: 'Made', cell: ({ createdAt }) => relativeTime(createdAt, now) },
      {
        label: 'Take out',
        hideLabel: true,
        align: 'end',
        cell: (item) => buttonForm({ to: removeTo(item), label: 'Take out', icon: 'x', small: true }),
      },
    ],
    empty: emptyState({
      illustration: 'links',
      title: 'Nothing in it yet',
      text: 'Name a link, a bio page or a QR code of yours above by its short address.',
      action: linkButton({ label: 'See your links', href: '/dashboard' }),
    }),
  });

const itemCell = (hopUrl: string, item: Item): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="${kinds[item.type].page}/${item.id}">${itemName({ hopUrl }, item)}</a>
      ${copyButton(itemAddress({ hopUrl }, item), `Copy ${itemName({ hopUrl }, item)}`)}
    </p>
    <p class="link-cell-about"><span>${item.title}</span> ${item.url && `· ${item.url}`}</p>
  </div>`;
