import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { getProfiles, type Profile } from '../people/profiles/profile.ts';
import type { Notification } from './notification.ts';

/** Requests that the viewer can still accept or decline. */
export interface OpenRequests {
  /** Accounts with a pending friend request. */
  people: ReadonlyMap<string, Profile>;
  /** State of invitations to like a page, by page username. */
  pages: ReadonlyMap<string, 'open' | 'accepted' | 'declined'>;
}

export async function getOpenRequests(
  app: App,
  viewer: Viewer,
  notifications: readonly Notification[],
): Promise<OpenRequests> {
  const asking = notifications.flatMap(({ kind, actors }) =>
    kind === 'friend_request' ? actors.map(({ id }) => id) : [],
  );
  const invited = notifications.flatMap(({ kind, page }) =>
    kind === 'page_invitation' && page ? [page.username] : [],
  );
  const profiles = await getProfiles(app, viewer, [...new Set(asking)]);
  return {
    people: new Map(
      profiles.filter(({ relation }) => relation.friendship === 'asks').map((each) => [each.id, each]),
    ),
    pages: new Map(invited.length === 0 ? [] : await getInvitations(app, viewer, invited)),
  };
}

async function getInvitations(
  { db }: App,
  { id }: Viewer,
  usernames: readonly string[],
): Promise<(readonly [string, 'open' | 'accepted' | 'declined'])[]> {
  const rows = await db
    .selectFrom('social.page as page')
    .innerJoin('social.page_invitation as asked', 'asked.page_id', 'page.id')
    .where('page.username', '=', sql<string>`any(${usernames}::text[])`)
    .where('page.deleted_at', 'is', null)
    .where('asked.invited_id', '=', id)
    .groupBy(['page.id', 'page.username'])
    .select('page.username')
    .select([
      sql<boolean>`bool_or(asked.answered_at is null)`.as('isOpen'),
      sql<boolean>`exists (select from social.page_like as liked
        where liked.page_id = page.id and liked.account_id = ${id})`.as('isLiked'),
    ])
    .execute();
  return rows.map(({ username, isOpen, isLiked }) => [
    username,
    isOpen ? 'open' : isLiked ? 'accepted' : 'declined',
  ]);
}
