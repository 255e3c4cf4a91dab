import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import type { Viewer } from '../../platform/app.ts';
import type { Person } from '../people/person.ts';

/** Roles in a page team. For their permissions see `page-roles.ts`. */
export const roles = ['admin', 'editor', 'moderator'] as const;
export type Role = (typeof roles)[number];

/** A page of a business, cause or band, as one viewer sees it. */
export interface SocialPage {
  id: string;
  username: string;
  title: string;
  about: string;
  /** Empty, or a URL with `https://`. */
  website: string;
  category: { id: string; name: string } | null;
  /** URLs of the small picture, the large picture and the cover. */
  picture: string | null;
  portrait: string | null;
  cover: string | null;
  createdAt: Date;
  /** Whether an operator has verified the page. */
  isVerified: boolean;
  /** When moderation held the page. A held page is visible only to its team and moderators. */
  heldAt: Date | null;
  hasNewsletter: boolean;
  /** Whether the page is publicly visible. */
  isOpen: boolean;
  /** When and why an operator suspended the page. */
  suspendedAt: Date | null;
  suspendedReason: string;
  likes: number;
  posts: number;
  isLiked: boolean;
  /** The viewer's role in the page. */
  role: Role | 'owner' | null;
}

/** A member of a page team. */
export interface TeamMember {
  person: Person;
  role: Role | 'owner';
  since: Date;
}

export const pathOfPage = ({ username }: Pick<SocialPage, 'username'>) => `/pages/${username}`;

type Standing = Pick<SocialPage, 'role'>;

/** Whether this role may publish as the page, and edit and delete what the page published. */
export const mayWrite = ({ role }: Standing): boolean =>
  role === 'owner' || role === 'admin' || role === 'editor';

/** Whether this role may edit the page's details and manage its team. */
export const mayManage = ({ role }: Standing): boolean => role === 'owner' || role === 'admin';

export function refuseWriting(page: Standing): void {
  if (!mayWrite(page))
    throw new Problem('forbidden', msg('Only the page’s owner, admins and editors can post as the page'));
}

export function refuseManaging(page: Standing): void {
  if (!mayManage(page)) throw new Problem('forbidden', msg('Only the page’s owner and admins can do that'));
}

export function refuseNonOwners({ role }: Standing): void {
  if (role !== 'owner') throw new Problem('forbidden', msg('Only the page’s owner can do that'));
}

/**
 * Throws if the page is suspended or held. Such a page is visible only to its team: it cannot publish or ask
 * for likes.
 */
export function refuseSuspendedOrHeld({
  heldAt,
  suspendedAt,
}: Pick<SocialPage, 'heldAt' | 'suspendedAt'>): void {
  if (suspendedAt) throw new Problem('forbidden', msg('This page is suspended'));
  if (heldAt) throw new Problem('forbidden', msg('The page is waiting for review'));
}

/** SQL: the viewer's role in `page`. */
export const roleIn = (viewer: Pick<Viewer, 'id'> | undefined): RawBuilder<SocialPage['role']> =>
  viewer === undefined
    ? sql`null::text`
    : sql`case when page.owner_id = ${viewer.id} then 'owner' else (
        select role from social.page_role where page_id = page.id and account_id = ${viewer.id}) end`;

/**
 * SQL: whether a row of `social.page` is publicly visible. A page is hidden when its owner's account is
 * suspended or scheduled for deletion, unless another admin remains. `offset 0` forces evaluation per listed
 * page instead of for all pages up front.
 */
export const isOpenPage = (page: string): RawBuilder<SqlBool> => {
  const of = (column: string) => sql.ref(`${page}.${column}`);
  return sql`(${of('deleted_at')} is null and ${of('suspended_at')} is null and ${of('held_at')} is null
    and (exists (select from identity.account as owner where owner.id = ${of('owner_id')} and ${isLive('owner')} offset 0)
      or exists (select from social.page_role as admin join identity.account as heir on heir.id = admin.account_id
        where admin.page_id = ${of('id')} and admin.role = 'admin' and ${isLive('heir')} offset 0)))`;
};
