import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { addRoute, deleteRoute, listRoute, Message, updateRoute } from '../owned/api.ts';
import { deletionOf } from '../owned/deletion-pages.ts';
import { Id, id } from '../owned/shapes.ts';
import { addChannel } from './add-channel.ts';
import { assignItem } from './assign-item.ts';
import { itemTypes } from './channel.ts';
import { listChannels } from './list-channels.ts';
import { listItems } from './list-items.ts';
import { ownedChannels } from './queries.ts';
import { updateChannel } from './update-channel.ts';
import {
  ChannelChange,
  channelFields,
  ChannelRecord,
  ItemRecord,
  NewChannel,
  toChannelInput,
  toChannelRecord,
  toItemRecord,
} from './wire.ts';

const tag = 'Channels';

export const channelRoutes = [
  listRoute({
    path: '/api/channels',
    summary: 'List channels with starred ones first',
    tag,
    key: 'channels',
    record: ChannelRecord,
    list: listChannels,
    toRecord: toChannelRecord,
  }),
  endpoint({
    method: 'GET',
    path: '/api/channel/:id',
    summary: 'List the items in a channel',
    tag,
    access: 'member',
    params: Id,
    query: Type.Object(Paging),
    returns: Listing('items', ItemRecord),
    handle: async ({ app, viewer, params, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { rows, total } = await listItems(app, viewer, String(params.id), { page, perPage });
      const records = rows.map((item) => toItemRecord(app.config, item));
      return listing('items', records, { page, perPage, total });
    },
  }),
  addRoute({
    path: '/api/channel/add',
    summary: 'Create a channel',
    tag,
    body: NewChannel,
    example: { name: 'Newsletter', description: 'What went out by mail', color: '#0a7d55', starred: true },
    returns: Answer(channelFields),
    handle: async ({ app, viewer, body }) =>
      toChannelRecord(await addChannel(app, viewer, toChannelInput(body))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/channel/:channelid/assign/:type/:itemid',
    summary: 'Add an item to a channel',
    tag,
    access: 'member',
    params: Type.Object({ channelid: id, type: Type.Enum([...itemTypes]), itemid: id }),
    returns: Message,
    handle: async ({ app, viewer, params: { channelid, type, itemid } }) => {
      await assignItem(app, viewer, String(channelid), { type, id: String(itemid) });
      return { message: 'Item added to the channel' };
    },
  }),
  updateRoute({
    path: '/api/channel/:id/update',
    summary: 'Update a channel',
    description: 'Omitted fields and a blank name or color do not change.',
    tag,
    body: ChannelChange,
    example: { starred: false },
    returns: Answer({ message: Type.String(), ...channelFields }),
    handle: async ({ app, viewer, params, body }) => ({
      message: 'Channel updated',
      ...toChannelRecord(await updateChannel(app, viewer, String(params.id), toChannelInput(body))),
    }),
  }),
  deleteRoute({
    path: '/api/channel/:id/delete',
    summary: 'Delete a channel and keep its items',
    tag,
    remove: deletionOf(ownedChannels).remove,
    message: 'Channel deleted, and its items are unassigned',
  }),
];
