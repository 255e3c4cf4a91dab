import { type Static, Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { Id, ListQuery } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionOf, deletionPages, groupPages } from '../owned/pages.ts';
import { addChannel, assignItem, type ChannelInput, unassignLink, updateChannel } from './channels.ts';
import { channelFormView, channelsView, channelView } from './components.ts';
import { findItemByShort, itemName, listChannels, listItems, ownedChannels } from './reading.ts';

const path = '/dashboard/channels';
const perPage = 50;

/** Browsers do not send unchecked boxes. */
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

/** The list of channels, and the forms that create and edit them. */
export const channelPages = [
  ...formPages({
    path,
    verb: addChannel,
    query: ListQuery,
    body: ChannelForm,
    show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
    save: async ({ app, viewer, body }) => {
      const channel = await addChannel(app, viewer, toInput(body));
      return redirect(`${path}/${channel.id}`, { kind: 'success', text: `“${channel.name}” created.` });
    },
  }),
  ...formPages({
    path: `${path}/:id/edit`,
    verb: updateChannel,
    params: Id,
    body: ChannelForm,
    show: async ({ app, viewer, params }, state) => {
      const channel = await getOwned(app, viewer, ownedChannels, String(params.id));
      const { name, description, color, isStarred } = channel;
      const values = { name, description, color, starred: isStarred ? 'on' : undefined };
      return channelFormView(channel, state ?? { values });
    },
    save: async ({ app, viewer, params, body }) => {
      const channel = await updateChannel(app, viewer, String(params.id), toInput(body));
      return redirect(`${path}/${channel.id}`, { kind: 'success', text: t('Saved.') });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/star`,
    verb: updateChannel,
    access: 'member',
    params: Id,
    body: Type.Object({ starred: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      await updateChannel(app, viewer, String(params.id), { isStarred: body.starred === 'yes' });
      return redirect(path);
    },
  }),
  ...deletionPages(path, deletionOf(ownedChannels), ({ name }) => t('“{name}” restored.', { name })),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof ListQuery> = {},
  form: FormState = {},
): Promise<View> {
  const listed = await listChannels(app, viewer, { page, perPage });
  return channelsView({ ...listed, page, perPage, form, deletedId: deleted });
}

/** The items of a channel, and the actions that add and remove them. */
export const channelItemPages = groupPages({
  path: '/dashboard/channels',
  show: async (app, viewer, id, page, adder = {}) => {
    const listed = await listItems(app, viewer, id, { page, perPage });
    return channelView({ hopUrl: app.config.hopUrl, now: app.clock.now(), ...listed, page, perPage, adder });
  },
  add: async (app, viewer, id, short) => {
    const item = await findItemByShort(app, viewer, short);
    if (!item) throw invalid('short', t('None of your links, bio pages or QR codes has this short URL'));
    await assignItem(app, viewer, id, item);
    return itemName(app.config, item);
  },
  remove: unassignLink,
  adds: assignItem,
});
