import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../platform/html/form.ts';
import type { View } from '../../platform/html/layout.ts';
import { addLink } from '../links/add-link.ts';
import { findLinkOf } from '../links/queries.ts';
import { listLinks } from '../links/list-links.ts';
import { LinkForm, refusedState, toLinkInput } from './link-form.ts';
import { ListQuery } from './list-query.ts';
import { linksView } from './views/links-view.ts';

const perPage = 25;

/** The list of links with the form that makes them above it. */
export const listPages = [
  page({
    method: 'GET',
    path: '/dashboard',
    access: 'member',
    query: ListQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path: '/dashboard',
    access: 'member',
    body: LinkForm,
    handle: async ({ app, viewer, body }) => {
      const link = await addLink(app, viewer, toLinkInput(body));
      return redirect(`/dashboard?made=${link.id}`);
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refusedState(body, problem)),
  }),
];

async function showList(app: App, viewer: Viewer, query: ListQuery, maker: FormState = {}): Promise<View> {
  const { q, sort = 'date', order, page = 1, made, deleted } = query;
  const options = { search: q?.trim(), order: sort, ascending: order === 'asc', page, perPage };
  const { links, total } = await listLinks(app, viewer, options);
  const madeLink = made === undefined ? undefined : await findLinkOf(app, viewer.id, String(made));
  return linksView({
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    query,
    links,
    total,
    perPage,
    maker,
    made: madeLink,
    deletedId: deleted,
  });
}
