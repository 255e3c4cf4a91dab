import { Type } from 'typebox';
import { invalid, msg, type Message } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { badge, emptyState, table, relativeTime } from '../../web/components/surfaces.ts';
import { iconButton, linkButton } from '../../web/components/controls.ts';
import { html, type Html, shortNumber, type View } from '../../web/html.ts';
import { IdParams } from '../owned/api.ts';
import { colorSpot } from '../owned/lists.ts';
import { groupPages, kindPages } from '../owned/pages.ts';
import { assignItem, type Channel, listItems, ownedChannels, removeFromChannel } from './channels.ts';
import { findItemByShort, itemName, type Item, itemAddress, type ItemType } from './items.ts';
import type { FormState } from '../../web/form.ts';
import { linkGroupView } from '../owned/views.ts';
import { addByShort, linkCell, removeColumn } from '../link/components.ts';

const path = '/dashboard/channels';
const perPage = 50;

/** The list of channels, and the forms that create and edit them. */
export const channelPages = [
  ...kindPages(ownedChannels, {
    path,
    section: 'channels',
    perPage,
    title: msg('Channels'),
    lead: msg('Group links, bio pages and QR codes by topic or by where you share them.'),
    caption: msg('Your channels'),
    search: {
      counted: (total) => t('{total, plural, one {# channel} other {# channels}}', { total }),
      search: msg('Search channels'),
    },
    columns: () => [
      { label: t('Channel'), main: true, cell: channelCell },
      { label: t('Items'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
      { label: t('Star'), hideLabel: true, align: 'end', cell: star },
    ],
    empty: {
      illustration: 'links',
      title: msg('Create your first channel'),
      text: msg(
        'Create one for a newsletter, a client or a season, and add the links, bio pages and QR codes that belong together.',
      ),
    },
    create: { title: msg('New channel'), submit: msg('Create channel') },
    edit: { title: msg('Edit channel'), path: '/edit' },
    hasPage: true,
    deleted: { title: msg('Channel deleted'), text: msg('Its items were not deleted.') },
    restored: msg('“{name}” restored.'),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/star`,
    verb: ownedChannels.update,
    access: 'member',
    params: IdParams,
    body: Type.Object({ starred: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      await ownedChannels.update(app, viewer, String(params.id), { isStarred: body.starred === 'yes' });
      return redirect(path);
    },
  }),
];

const channelCell = ({ id, name, description, color, isStarred }: Channel): Html =>
  html`<div class="link-cell">
    <p class="link-cell-short">
      ${colorSpot(color)} <a href="/dashboard/channels/${id}">${name}</a>
      ${isStarred && badge(t('Starred'), 'accent', 'star')}
    </p>
    ${description && html`<p class="link-cell-about">${description}</p>`}
  </div>`;

const star = ({ id, name, isStarred }: Channel): Html =>
  html`<form class="button-form" action="/dashboard/channels/${id}/star" method="post">
    <input type="hidden" name="starred" value="${isStarred ? 'no' : 'yes'}" />
    ${iconButton({ icon: 'star', label: isStarred ? t('Unstar {name}', { name }) : t('Star {name}', { name }) })}
  </form>`;

/** The items of a channel, and the actions that add and remove them. */
export const channelItemPages = groupPages({
  path,
  show: async (app, viewer, id, page, adder = {}) => {
    const listed = await listItems(app, viewer, id, { page, perPage });
    return channelView({ hopUrl: app.config.hopUrl, now: app.clock.now(), ...listed, page, perPage, adder });
  },
  add: async (app, viewer, id, short) => {
    const item = await findItemByShort(app, viewer, short);
    if (!item) throw invalid('short', msg('None of your links, bio pages or QR codes has this short URL'));
    await assignItem(app, viewer, id, item);
    return itemName(app.config, item);
  },
  remove: removeFromChannel,
  adds: assignItem,
});

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
function channelView(page: ChannelPage): View {
  const { hopUrl, now, channel, rows, adder } = page;
  const address = `/dashboard/channels/${channel.id}`;
  return linkGroupView({
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
