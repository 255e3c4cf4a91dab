import { sql } from 'kysely';
import { accountsBeingDeleted } from '../../identity/account/people.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { type App, may, type Viewer } from '../../platform/app.ts';
import { nameMatches, whenGiven, type CursorPage } from '../../platform/database/queries.ts';
import { notACursor } from '../../platform/http/families/social.ts';
import { isOpenPage, roleIn, type SocialPage } from '../access/page.ts';
import { blockedBetween } from '../people/person.ts';
import { talliesColumn } from '../tallies/tally.ts';

type PageBy = { id: string } | { username: string };

/**
 * Returns a page by id or username. Held and suspended pages are visible only to their team and moderators.
 */
export async function getPage(
  app: Pick<App, 'db' | 'files'>,
  viewer: Viewer | undefined,
  by: PageBy,
): Promise<SocialPage> {
  const row = await selectPages(app, viewer)
    .where((eb) =>
      'id' in by ? eb('page.id', '=', by.id) : eb(sql`lower(page.username)`, '=', by.username.toLowerCase()),
    )
    .executeTakeFirst();
  const page = row && toSocialPage(app, row);
  const isShut = page !== undefined && !page.isOpen;
  if (!page || (isShut && page.role === null && !may(viewer, 'moderate') && !may(viewer, 'operate')))
    throw missing(msg('Page'));
  return page;
}

/** Returns the current username of a page with a former one, if any. */
export async function findPresentName({ db }: Pick<App, 'db'>, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('social.page_former_name as former')
    .innerJoin('social.page as page', 'page.id', 'former.page_id')
    .where('former.name', '=', name.toLowerCase())
    .where(isOpenPage('page'))
    .select('page.username')
    .executeTakeFirst();
  return found?.username;
}

const onPage = 20;

export const pageSorts = ['liked', 'newest'] as const;
type PageSort = (typeof pageSorts)[number];

export interface PagesWanted {
  category?: string | undefined;
  /** Words of the page name. */
  q?: string | undefined;
  sort?: PageSort | undefined;
  /** Cursor: `next` of the previous part. */
  after?: string | undefined;
}

/** A page of a list of pages. */
export type PageOfPages = CursorPage<SocialPage>;

const open = (app: App, viewer: Viewer | undefined) => selectPages(app, viewer).where(isOpenPage('page'));

/** Returns public pages, most liked or newest first. */
export async function listPages(
  app: App,
  viewer: Viewer | undefined,
  { category, q = '', sort = 'liked', after }: PagesWanted = {},
): Promise<PageOfPages> {
  let query = open(app, viewer);
  if (category !== undefined) query = query.where('page.category_id', '=', category);
  for (const condition of nameMatches(pageName, q)) query = query.where(condition);
  if (sort === 'newest') return partOf(app, query, after);
  const place = parsePlace(after);
  if (place) query = query.where(sql<boolean>`(page.likes, page.id) < (${place.likes}, ${place.id})`);
  const rows = await query
    .orderBy('page.likes', 'desc')
    .orderBy('page.id', 'desc')
    .limit(onPage + 1)
    .execute();
  const last = rows[onPage - 1];
  return {
    items: rows.slice(0, onPage).map((row) => toSocialPage(app, row)),
    next: rows.length > onPage && last ? `${last.likes_seen}-${last.id}` : undefined,
  };
}

/** Returns pages on whose team the viewer is, including held and suspended ones. */
export const listOwnPages = (app: App, viewer: Viewer, after?: string): Promise<PageOfPages> =>
  partOf(
    app,
    selectPages(app, viewer).where(
      sql<boolean>`page.id in (select id from social.page where owner_id = ${viewer.id}
        union all select page_id from social.page_role where account_id = ${viewer.id})`,
    ),
    after,
  );

export const listLikedPages = (app: App, viewer: Viewer, after?: string): Promise<PageOfPages> =>
  partOf(
    app,
    open(app, viewer).where(
      sql<boolean>`page.id in (select page_id from social.page_like where account_id = ${viewer.id})`,
    ),
    after,
  );

/** Returns pages with pending invitations to the viewer. */
export const listInvitedPages = (app: App, viewer: Viewer, after?: string): Promise<PageOfPages> =>
  partOf(
    app,
    open(app, viewer).where(
      sql<boolean>`page.id in (select page_id from social.page_invitation as asked
        where invited_id = ${viewer.id} and answered_at is null
        and not ${blockedBetween('asked.inviter_id', viewer.id)})`,
    ),
    after,
  );

async function partOf(app: App, query: ReturnType<typeof selectPages>, after?: string): Promise<PageOfPages> {
  const id = parsePlace(after)?.id;
  const rows = await query
    .$call(whenGiven(id, (query, id) => query.where('page.id', '<', id)))
    .orderBy('page.id', 'desc')
    .limit(onPage + 1)
    .execute();
  return {
    items: rows.slice(0, onPage).map((row) => toSocialPage(app, row)),
    next: rows.length > onPage ? rows[onPage - 1]?.id : undefined,
  };
}

/** Cursor format: an ID, or likes and an ID. */
export const placePattern = '^([0-9]{1,9}-)?[0-9]{1,18}$';

function parsePlace(after: string | undefined): { likes: string; id: string } | undefined {
  if (after === undefined) return undefined;
  const [first = '', second] = after.split('-');
  if (!new RegExp(placePattern).test(after)) throw notACursor();
  return second === undefined ? { likes: '0', id: first } : { likes: first, id: second };
}

/** SQL: the name of `page`, as in its search index. */
export const pageName = sql`search.name(page.username || ' ' || page.title)`;

/** Columns of `page` for `toSocialPage`. Excludes deleted pages. */
export const selectPages = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'> | undefined) =>
  db
    .selectFrom('social.page as page')
    .leftJoin('social.category as category', 'category.id', 'page.category_id')
    .where('page.deleted_at', 'is', null)
    .select(['page.id', 'page.username', 'page.title', 'page.about', 'page.website', 'page.category_id'])
    .select(['page.picture', 'page.picture_small', 'page.cover', 'page.created_at', 'page.verified_at'])
    .select(['page.held_at', 'page.suspended_at', 'page.suspended_reason', 'category.name as category_name'])
    .select(['page.likes as likes_seen'])
    .select([
      roleIn(viewer).as('role'),
      isOpenPage('page').as('is_open'),
      sql<boolean>`exists (select from social.newsletter where newsletter.page_id = page.id)`.as(
        'has_newsletter',
      ),
      sql<number>`(select count(*)::integer from social.page_like
        where page_id = page.id and account_id in (${accountsBeingDeleted}))`.as('closing_likes'),
      sql<number>`(select count(*)::integer from social.post where page_id = page.id and parent_id is null
        and deleted_at is null and held_at is null and author_id in (${accountsBeingDeleted}))`.as(
        'closing_posts',
      ),
      sql<boolean>`exists (select from social.page_like
        where page_id = page.id and account_id = ${viewer?.id ?? null})`.as('is_liked'),
      talliesColumn('page', 'page.id').as('tallies'),
    ]);

type PageRow = Awaited<ReturnType<ReturnType<typeof selectPages>['execute']>>[number];

export function toSocialPage({ files }: Pick<App, 'files'>, row: PageRow): SocialPage {
  const address = (path: string | null) => (path === null ? null : files.address(path));
  const countOf = (kind: string) => row.tallies.find((each) => each.kind === kind)?.n ?? 0;
  return {
    id: row.id,
    username: row.username,
    title: row.title,
    about: row.about,
    website: row.website,
    category:
      row.category_id === null || row.category_name === null
        ? null
        : { id: row.category_id, name: row.category_name },
    picture: address(row.picture_small),
    portrait: address(row.picture),
    cover: address(row.cover),
    createdAt: row.created_at,
    isVerified: row.verified_at !== null,
    heldAt: row.held_at,
    hasNewsletter: row.has_newsletter,
    isOpen: row.is_open === true,
    suspendedAt: row.suspended_at,
    suspendedReason: row.suspended_reason,
    likes: countOf('likes') - row.closing_likes,
    posts: countOf('posts') - row.closing_posts,
    isLiked: row.is_liked,
    role: row.role,
  };
}
