import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { addChannel } from './add-channel.ts';
import type { ChannelInput } from './channel.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannels } from './list-channels.ts';
import { readChannel } from './read-channel.ts';
import { restoreChannel } from './restore-channel.ts';
import { updateChannel } from './update-channel.ts';
import { channelFormView } from './views/channel-form-view.ts';
import { channelsView } from './views/channels-view.ts';

const path = '/dashboard/channels';
const perPage = 50;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The channel just deleted. */
  deleted: Type.Optional(id),
});

/** A box that is not ticked is not sent at all. */
const ChannelForm = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  starred: Type.Optional(Type.String()),
});

const toInput = ({ name, description, color, starred }: Static<typeof ChannelForm>): ChannelInput => ({
  name,
  description,
  color,
  isStarred: starred !== undefined,
});

/** The list of channels, and the forms in which they are made and changed. */
export const channelPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: PageQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    body: ChannelForm,
    handle: async ({ app, viewer, body }) => {
      const channel = await addChannel(app, viewer, toInput(body));
      return redirect(`${path}/${channel.id}`, { kind: 'success', text: `“${channel.name}” is made.` });
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const channel = await readChannel(app, viewer, String(params.id));
      const { name, description, color, isStarred } = channel;
      return channelFormView(channel, {
        values: { name, description, color, starred: isStarred ? 'on' : undefined },
      });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    body: ChannelForm,
    handle: async ({ app, viewer, params, body }) => {
      const channel = await updateChannel(app, viewer, String(params.id), toInput(body));
      return redirect(`${path}/${channel.id}`, { kind: 'success', text: 'Saved.' });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      channelFormView(await readChannel(app, viewer, String(params.id)), refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/star`,
    access: 'member',
    params: Id,
    body: Type.Object({ starred: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      await updateChannel(app, viewer, String(params.id), { isStarred: body.starred === 'yes' });
      return redirect(path);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteChannel(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { name } = await restoreChannel(app, viewer, String(params.id));
      return redirect(path, { kind: 'success', text: `“${name}” is back.` });
    },
  }),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof PageQuery>,
  maker: FormState = {},
): Promise<View> {
  const { channels, total } = await listChannels(app, viewer, { page, perPage });
  return channelsView({ channels, total, page, perPage, maker, deletedId: deleted });
}
