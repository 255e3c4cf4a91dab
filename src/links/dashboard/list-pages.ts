import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { days } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { addLink } from '../shorten/add-links.ts';
import { listChoices } from '../shorten/reading.ts';
import { listAndCountLinks, maxCounted } from '../link/list-links.ts';
import { getTimeZone } from '../owned/time-zone.ts';
import { findLinkOf } from '../link/link.ts';
import { type Tag, tagsOf } from '../tags/tags.ts';
import { LinkForm, LinkPageQuery, parseOrder, toLinkFilter, linkInputOfForm } from './requests.ts';
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
    query: LinkPageQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path: '/dashboard',
    verb: addLink,
    access: 'member',
    body: LinkForm,
    handle: async ({ app, viewer, body }) => {
      const link = await addLink(app, viewer, linkInputOfForm(body));
      return redirect(`/dashboard?created=${link.id}`);
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, { form: refused(body, problem) }),
  }),
];

/** Shows the list for its query. `refused` is the state of the rejected form. */
export async function showList(
  app: App,
  viewer: Viewer,
  query: LinkPageQuery,
  refused: { form?: FormState; bulk?: FormState } = {},
): Promise<View> {
  const filter = toLinkFilter(query);
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
    form: refused.form ?? { values: { timezone: await getTimeZone(app, viewer) } },
    bulk: refused.bulk ?? {},
    created: created === undefined ? undefined : await findLinkOf(app, viewer.id, String(created)),
    deletedId: deleted,
    goneAt: gone,
  });
}

/** Number of days in the sparkline of a link. */
const trendDays = 14;

/** Additional data of a link in the list. */
interface Beside {
  tags: Tag[];
  /** Clicks per day over the last two weeks up to today (UTC). */
  trend: number[];
}

/** Returns the data by link id, with an entry for every requested id. */
async function getListDetails(
  app: Pick<App, 'db' | 'clock'>,
  linkIds: readonly string[],
): Promise<Map<string, Beside>> {
  if (linkIds.length === 0) return new Map();
  const today = Math.floor(app.clock.now().getTime() / days(1));
  const first = today - trendDays + 1;
  const rows = await selectDetails(app.db, { linkIds, since: new Date(first * days(1)) }, undefined);
  return new Map(
    rows.map(({ id, tags, trend }) => {
      const byDay = new Map(trend.map(({ day, clicks }) => [day, clicks]));
      return [
        id,
        { tags, trend: Array.from({ length: trendDays }, (_, day) => byDay.get(first + day) ?? 0) },
      ];
    }),
  );
}

const selectDetails = compileOnce((db, { linkIds, since }: { linkIds: readonly string[]; since: Date }) =>
  db.selectFrom(sql<{ id: string }>`unnest(${linkIds}::bigint[])`.as<'link'>(sql`link (id)`)).select((eb) => [
    'link.id',
    tagsOf({ db }, 'link.id').as('tags'),
    jsonArrayFrom(
      eb
        .selectFrom('links.click_hour as clicked')
        .whereRef('clicked.link_id', '=', 'link.id')
        .where('clicked.hour', '>=', since)
        .groupBy(sql`1`)
        .select(sql<number>`floor(extract(epoch from clicked.hour) / 86400)::float8`.as('day'))
        .select(sql<number>`sum(clicked.clicks)::float8`.as('clicks')),
    ).as('trend'),
  ]),
);
