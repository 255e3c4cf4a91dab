import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import { isInPaidCalls } from '../../../identity/account/privacy.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { nameMatches, whenGiven } from '../../../platform/database/queries.ts';
import { isOpenPage, type SocialPage } from '../../../social/access/page.ts';
import { pageName, selectPages, toSocialPage } from '../../../social/pages/reading.ts';
import { paidOperation, byItems, fixed } from '../../operation.ts';
import { Cursor, Limit, listShape, toList } from '../records/fields.ts';
import { PaidPage, toPaidPage } from '../records/profile-record.ts';
import { linksToMarkdown } from '../to-markdown.ts';

const examplePage: Static<typeof PaidPage> = {
  type: 'page',
  username: 'bakery',
  title: 'The Corner Bakery',
  about: 'Bread, every morning from six',
  url: 'https://plaza.example/pages/bakery',
  website: 'https://bakery.example/',
  category: 'Food',
  picture_url: null,
  cover_url: null,
  verified: true,
  created_at: '2026-02-01T06:00:00.000Z',
  counts: { likes: 230, posts: 64 },
};

const open = (app: App) =>
  selectPages(app, undefined).where(isOpenPage('page')).where(isInPaidCalls('page.owner_id'));

/** Returns pages by name, except those whose owners have opted out. */
export async function getOfferedPages(app: App, ids: readonly string[]): Promise<SocialPage[]> {
  const rows = await open(app)
    .where('page.id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toSocialPage(app, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Input {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
}

async function listPages(app: App, { limit, cursor, q = '' }: Input) {
  let query = open(app).$call(whenGiven(cursor, (query, id) => query.where('page.id', '<', id)));
  for (const condition of nameMatches(pageName, q)) query = query.where(condition);
  const rows = await query
    .orderBy('page.id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => toPaidPage(app, toSocialPage(app, row)));
  return toList(items, rows.length > limit ? (rows[limit - 1]?.id ?? null) : null);
}

export const pageOperations = [
  paidOperation({
    path: '/api/pages',
    title: 'Pages',
    summary: 'List the newest pages of organizations, brands and communities',
    tag: 'Content',
    price: byItems(),
    input: Type.Object({
      limit: Limit,
      cursor: Cursor,
      q: Type.Optional(Type.String({ maxLength: 100, description: 'Words in the name' })),
    }),
    output: listShape(PaidPage),
    example: { input: { limit: 1 }, output: toList([examplePage], '7') },
    items: async (app, input) => (await listPages(app, input)).count,
    answer: listPages,
    markdown: (_app, { items }) =>
      linksToMarkdown(
        'Pages',
        items.map(({ title, url, about }) => ({ name: title, url, about })),
      ),
  }),
  paidOperation({
    path: '/api/page',
    title: 'Page',
    summary: 'Retrieve a page with its counts',
    tag: 'Content',
    price: fixed(),
    input: Type.Object({
      username: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Name of the page. Defaults to the newest page',
        }),
      ),
    }),
    output: PaidPage,
    example: { input: { username: 'bakery' }, output: examplePage },
    answer: async (app, { username }) => {
      const row = await open(app)
        .$call(
          whenGiven(username, (query, name) =>
            query.where(sql`lower(page.username)`, '=', name.toLowerCase()),
          ),
        )
        .orderBy('page.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row) throw missing('Page');
      return toPaidPage(app, toSocialPage(app, row));
    },
    markdown: (_app, { title, url, about }) => linksToMarkdown(title, [{ name: url, url, about }]),
  }),
];
