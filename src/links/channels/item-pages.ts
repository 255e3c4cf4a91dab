import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { assignItem } from './assign-item.ts';
import { findItemByShort, itemName } from './item.ts';
import { listItems } from './list-items.ts';
import { unassignLink } from './unassign-link.ts';
import { channelView } from './views/channel-view.ts';

const path = '/dashboard/channels/:id';
const perPage = 50;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });

/** What is in a channel, what is put there and what is taken out. */
export const channelItemPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: Id,
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
    handle: ({ app, viewer, params, query }) => showChannel(app, viewer, params.id, query.page),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    params: Id,
    body: Type.Object({ short: Type.String({ maxLength: 2000 }) }),
    handle: async ({ app, viewer, params, body }) => {
      const item = await findItemByShort(app, viewer, body.short);
      if (!item) throw invalid('short', 'No link, bio page or QR code of yours has this short address');
      await assignItem(app, viewer, String(params.id), item);
      return redirect(`/dashboard/channels/${params.id}`, {
        kind: 'success',
        text: `“${itemName(app.config, item)}” is in it.`,
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showChannel(app, viewer, params.id, 1, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/links/:link/remove`,
    access: 'member',
    params: Type.Object({ id, link: id }),
    handle: async ({ app, viewer, params }) => {
      await unassignLink(app, viewer, String(params.id), String(params.link));
      return redirect(`/dashboard/channels/${params.id}`, { kind: 'success', text: 'Taken out.' });
    },
  }),
];

async function showChannel(
  app: App,
  viewer: Viewer,
  id: number,
  page = 1,
  adder: FormState = {},
): Promise<View> {
  const listed = await listItems(app, viewer, String(id), { page, perPage });
  return channelView({ hopUrl: app.config.hopUrl, now: app.clock.now(), ...listed, page, perPage, adder });
}
