import { sql } from 'kysely';
import { accountsBeingDeleted } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isOpenPage, roleIn, type SocialPage } from '../access/page.ts';
import { talliesOf } from '../tallies/tallies-of.ts';

/** SQL: the name of `page`, as in its search index. */
export const pageName = sql`search.name(page.username || ' ' || page.title)`;

/** Columns of `page` for `toPage`. Excludes deleted pages. */
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
      sql<number>`(select count(*)::integer from social.page_like
        where page_id = page.id and account_id in (${accountsBeingDeleted}))`.as('closing_likes'),
      sql<number>`(select count(*)::integer from social.post where page_id = page.id and parent_id is null
        and deleted_at is null and held_at is null and author_id in (${accountsBeingDeleted}))`.as(
        'closing_posts',
      ),
      sql<boolean>`exists (select from social.page_like
        where page_id = page.id and account_id = ${viewer?.id ?? null})`.as('is_liked'),
      talliesOf('page', 'page.id').as('tallies'),
    ]);

type PageRow = Awaited<ReturnType<ReturnType<typeof selectPages>['execute']>>[number];

export function toPage({ files }: Pick<App, 'files'>, row: PageRow): SocialPage {
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
    isOpen: row.is_open === true,
    suspendedAt: row.suspended_at,
    suspendedReason: row.suspended_reason,
    likes: countOf('likes') - row.closing_likes,
    posts: countOf('posts') - row.closing_posts,
    isLiked: row.is_liked,
    role: row.role,
  };
}
