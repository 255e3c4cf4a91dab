import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { addChannel } from './add-channel.ts';
import { assignItem } from './assign-item.ts';
import { itemTypes } from './channel.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannels } from './list-channels.ts';
import { listItems } from './list-items.ts';
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
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const PageQuery = Type.Object(Paging);

export const channelRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/channels',
    summary: 'List your channels, starred ones first',
    tag,
    access: 'member',
    query: PageQuery,
    returns: Listing('channels', ChannelRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { channels, total } = await listChannels(app, viewer, { page, perPage });
      return listing('channels', channels.map(toChannelRecord), { page, perPage, total });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/channel/:id',
    summary: 'List what is in a channel',
    tag,
    access: 'member',
    params: Id,
    query: PageQuery,
    returns: Listing('items', ItemRecord),
    handle: async ({ app, viewer, params, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { items, total } = await listItems(app, viewer, String(params.id), { page, perPage });
      const records = items.map((item) => toItemRecord(app.config, item));
      return listing('items', records, { page, perPage, total });
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/channel/add',
    summary: 'Make a channel',
    tag,
    access: 'member',
    body: NewChannel,
    example: { name: 'Newsletter', description: 'What went out by mail', color: '#0a7d55', starred: true },
    returns: Answer(channelFields),
    handle: async ({ app, viewer, body }) =>
      toChannelRecord(await addChannel(app, viewer, toChannelInput(body))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/channel/:channelid/assign/:type/:itemid',
    summary: 'Put something into a channel',
    tag,
    access: 'member',
    params: Type.Object({ channelid: id, type: Type.Enum([...itemTypes]), itemid: id }),
    returns: Answer({ message: Type.String() }),
    handle: async ({ app, viewer, params: { channelid, type, itemid } }) => {
      await assignItem(app, viewer, String(channelid), { type, id: String(itemid) });
      return { message: 'It is in the channel' };
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/channel/:id/update',
    summary: 'Change a channel',
    description: 'What is left out stays as it is; a blank name or color too.',
    tag,
    access: 'member',
    params: Id,
    body: ChannelChange,
    example: { starred: false },
    returns: Answer({ message: Type.String(), ...channelFields }),
    handle: async ({ app, viewer, params, body }) => ({
      message: 'The channel is updated',
      ...toChannelRecord(await updateChannel(app, viewer, String(params.id), toChannelInput(body))),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/channel/:id/delete',
    summary: 'Delete a channel; what is in it stays',
    tag,
    access: 'member',
    params: Id,
    returns: Answer({ message: Type.String() }),
    handle: async ({ app, viewer, params }) => {
      await deleteChannel(app, viewer, String(params.id));
      return { message: 'The channel is deleted, and its items are unassigned' };
    },
  }),
];
