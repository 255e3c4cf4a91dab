import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { nothing } from '../../platform/html/html.ts';
import { clickTotals } from '../clicks/click-totals.ts';
import { readStatistics } from '../clicks/read-statistics.ts';
import { deleteLink } from '../links/delete-link.ts';
import { readLink } from '../links/read-link.ts';
import { restoreLink } from '../links/restore-link.ts';
import { updateLink } from '../links/update-link.ts';
import { addressAfter, LinkForm, refusedState, stateOfLink, toLinkInput } from './link-form.ts';
import { RangeQuery, rangeUpTo } from './range.ts';
import { linkFormView } from './views/link-form-view.ts';
import { linkView } from './views/link-view.ts';
import { statisticsFrame, type ShownStatistics } from './views/statistics-view.ts';

const Id = Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) });

/** The pages of one link: its statistics, its form, its end and its return. */
export const linkPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/:id',
    access: 'member',
    params: Id,
    query: RangeQuery,
    handle: async ({ app, viewer, params, query }) => {
      const link = await readLink(app, viewer, String(params.id));
      const statistics = await readShown(app, link.id, query);
      return linkView({ hopUrl: app.config.hopUrl, now: app.clock.now(), link, statistics });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/statistics',
    access: 'member',
    params: Id,
    query: Type.Object({ ...RangeQuery.properties, seen: Type.Optional(Type.String({ maxLength: 20 })) }),
    handle: async ({ app, viewer, params, query }) => {
      const { id } = await readLink(app, viewer, String(params.id));
      const shown = await readShown(app, id, query);
      return String(shown.total.clicks) === query.seen ? nothing : statisticsFrame(id, shown);
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/edit',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const link = await readLink(app, viewer, String(params.id));
      return linkFormView(app.config.hopUrl, link, stateOfLink(link));
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/edit',
    access: 'member',
    params: Id,
    body: LinkForm,
    handle: async ({ app, viewer, params, body }) => {
      const link = await updateLink(app, viewer, String(params.id), toLinkInput(body));
      return redirect(addressAfter(body, link), {
        kind: 'success',
        text: 'Saved. Visitors meet the change at once.',
      });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      linkFormView(
        app.config.hopUrl,
        await readLink(app, viewer, String(params.id)),
        refusedState(body, problem),
      ),
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/delete',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { id } = await deleteLink(app, viewer, String(params.id));
      return redirect(`/dashboard?deleted=${id}`);
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/links/:id/restore',
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { alias } = await restoreLink(app, viewer, String(params.id));
      return redirect('/dashboard', { kind: 'success', text: `“${alias}” is back.` });
    },
  }),
];

async function readShown(app: App, linkId: string, { range = '7d' }: RangeQuery): Promise<ShownStatistics> {
  const now = app.clock.now();
  const statistics = await readStatistics(app, linkId, rangeUpTo(now, range));
  const totals = await clickTotals(app, [linkId]);
  return {
    range,
    now,
    statistics,
    total: totals.get(linkId) ?? { clicks: 0, uniques: 0, lastClickAt: null },
  };
}
