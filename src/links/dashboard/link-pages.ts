import { t } from '../../kernel/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { deleteLink } from '../links/delete-link.ts';
import { restoreLink } from '../links/restore-link.ts';
import { LinkQuery } from '../statistics/requests/page-shapes.ts';
import { getShownOfLink } from '../statistics/get-shown.ts';
import { getLinkWithState } from './get-state.ts';
import { linkView } from './views/link-view.ts';
import { Id } from '../owned/api.ts';

/** The pages of a link: statistics, edit, delete and restore. */
export const linkPages = [
  page({
    method: 'GET',
    path: '/dashboard/links/:id',
    access: 'member',
    params: Id,
    query: LinkQuery,
    handle: async ({ app, viewer, params, query }) => {
      const { link, state, standing } = await getLinkWithState(app, viewer, String(params.id));
      const statistics = await getShownOfLink(app, link, query);
      return linkView({
        hopUrl: app.config.hopUrl,
        now: app.clock.now(),
        standing,
        link,
        state,
        subject: link,
        statistics,
      });
    },
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
      return redirect('/dashboard', { kind: 'success', text: t('“{name}” restored.', { name: alias }) });
    },
  }),
];
