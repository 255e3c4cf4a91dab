import { notACursor } from '../../platform/http/families/social-paging.ts';
import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameMatches } from '../../platform/database/name-matches.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { whenGiven } from '../../platform/database/when-given.ts';
import { blockedBetween } from '../people/between.ts';
import { isOpenPage, type SocialPage } from '../access/page.ts';
import { pageName, selectPages, toPage } from './select-pages.ts';
import type { CursorPage } from '../../platform/database/paging.ts';

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
    items: rows.slice(0, onPage).map((row) => toPage(app, row)),
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
    items: rows.slice(0, onPage).map((row) => toPage(app, row)),
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
