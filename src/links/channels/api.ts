import { type Static, Type } from 'typebox';
import { sqlDate } from '../../kernel/time.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, listing, Listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import type { Config } from '../../platform/settings/config.ts';
import {
  addKindRoute,
  deleteRoute,
  id,
  IdParams,
  listRoute,
  Message,
  updateKindRoute,
} from '../owned/api.ts';
import { assignItem, type Channel, listItems, ownedChannels } from './channels.ts';
import { type Item, itemAddress, itemTypes } from './items.ts';

/** Response fields of a channel. */
const channelFields = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  color: Type.String({ description: '#RRGGBB' }),
  starred: Type.Boolean(),
};
const ChannelRecord = Type.Object(channelFields, { title: 'Channel' });

const ItemRecord = Type.Object(
  {
    type: Type.Enum([...itemTypes]),
    id: Type.Integer(),
    title: Type.String(),
    preview: Type.String({ description: 'The destination, or the item’s own address if it has none' }),
    link: Type.String({ description: 'The short address' }),
    date: Type.String({ description: 'YYYY-MM-DD' }),
  },
  { title: 'Item' },
);

const toChannelRecord = (channel: Channel): Static<typeof ChannelRecord> => ({
  id: Number(channel.id),
  name: channel.name,
  description: channel.description,
  color: channel.color,
  starred: channel.isStarred,
});

const toItemRecord = (config: Config, item: Item): Static<typeof ItemRecord> => ({
  type: item.type,
  id: Number(item.id),
  title: item.title,
  // Items without a destination are previewed at their own address.
  preview: item.url || itemAddress(config, item),
  link: itemAddress(config, item),
  date: sqlDate(item.createdAt).slice(0, 10),
});

const tag = 'Channels';

export const channelRoutes = [
  listRoute({
    path: '/api/channels',
    summary: 'List channels with starred ones first',
    description: 'Folders of links, QR codes and bio pages.',
    tag,
    key: 'channels',
    record: ChannelRecord,
    searches: true,
    list: ownedChannels.list,
    toRecord: toChannelRecord,
  }),
  endpoint({
    method: 'GET',
    path: '/api/channel/:id',
    summary: 'List the items in a channel',
    description: 'Links, bio pages or QR codes of the channel, newest first.',
    tag,
    access: 'member',
    params: IdParams,
    query: Type.Object(Paging),
    returns: Listing('items', ItemRecord),
    handle: async ({ app, viewer, params, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { rows, total } = await listItems(app, viewer, String(params.id), { page, perPage });
      const records = rows.map((item) => toItemRecord(app.config, item));
      return listing('items', records, { page, perPage, total });
    },
  }),
  addKindRoute({
    kind: ownedChannels,
    path: '/api/channel/add',
    summary: 'Create a channel',
    description: 'A folder of links, QR codes and bio pages.',
    tag,
    title: 'NewChannel',
    example: { name: 'Newsletter', description: 'What went out by mail', color: '#0a7d55', starred: true },
    returns: Answer(channelFields),
    toAnswer: toChannelRecord,
  }),
  endpoint({
    method: 'POST',
    path: '/api/channel/:channelid/assign/:type/:itemid',
    verb: assignItem,
    summary: 'Add an item to a channel',
    description: '`itemid` is the id of a link, bio page or QR code, as `type` says.',
    tag,
    access: 'member',
    params: Type.Object({ channelid: id, type: Type.Enum([...itemTypes]), itemid: id }),
    returns: Message,
    handle: async ({ app, viewer, params: { channelid, type, itemid } }) => {
      await assignItem(app, viewer, String(channelid), { type, id: String(itemid) });
      return { message: 'Item added to the channel' };
    },
  }),
  updateKindRoute({
    kind: ownedChannels,
    path: '/api/channel/:id/update',
    summary: 'Update a channel',
    description: 'Omitted fields and a blank name or color do not change.',
    tag,
    title: 'ChannelChange',
    example: { starred: false },
    returns: Answer({ message: Type.String(), ...channelFields }),
    toAnswer: (channel) => ({ message: 'Channel updated', ...toChannelRecord(channel) }),
  }),
  deleteRoute({
    path: '/api/channel/:id/delete',
    summary: 'Delete a channel and keep its items',
    description: 'The items themselves stay.',
    tag,
    remove: ownedChannels.remove,
    message: 'Channel deleted, and its items are unassigned',
  }),
];
