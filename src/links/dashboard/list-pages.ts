import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { addLink } from '../links/add-link.ts';
import { maxCounted } from '../record/listing/count-links.ts';
import { findLinkOf } from '../record/queries.ts';
import { listAndCountLinks } from '../record/listing/list-links.ts';
import { LinkForm, toLinkInput } from './link-form.ts';
import { refused } from '../../web/refused.ts';
import { listChoices } from '../links/list-choices.ts';
import { ListQuery, parseOrder, toFilter } from './list-query.ts';
import { getListDetails } from './get-list-details.ts';
import { linksView } from './views/links-view.ts';

const perPage = 25;
/** Older links can be found with filters. */
const lastPage = maxCounted / perPage;

/** The list of links, with the form for a new one above it. */
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
      return redirect(`/dashboard?created=${link.id}`);
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, { form: refused(body, problem) }),
  }),
];

/** Shows the list for its query. `refused` is the state of the rejected form. */
export async function showList(
  app: App,
  viewer: Viewer,
  query: ListQuery,
  refused: { form?: FormState; bulk?: FormState } = {},
): Promise<View> {
  const filter = toFilter(query);
  const { created, deleted, gone } = query;
  const page = Math.min(query.page ?? 1, lastPage);
  const wanted = { filter, ...parseOrder(query), page, perPage };
  const { links, count } = await listAndCountLinks(app, viewer, wanted);
  const beside = await getListDetails(
    app,
    links.map(({ id }) => id),
  );
  return linksView({
    hopUrl: app.config.hopUrl,
    now: app.clock.now(),
    query: { ...query, page },
    choices: await listChoices(app, viewer),
    rows: links.map((link) => ({ link, tags: [], trend: [], ...beside.get(link.id) })),
    count,
    perPage,
    form: refused.form ?? {},
    bulk: refused.bulk ?? {},
    created: created === undefined ? undefined : await findLinkOf(app, viewer.id, String(created)),
    deletedId: deleted,
    goneAt: gone,
  });
}
