import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readProfiles, type Profile } from '../people/profiles/profile.ts';
import type { Notification } from './notification.ts';

/** What of some notifications the viewer can still accept or decline. */
export interface OpenRequests {
  /** Who asks to be a friend, by their ids. */
  people: ReadonlyMap<string, Profile>;
  /** The user names of pages that the viewer is invited to like. */
  pages: ReadonlySet<string>;
}

export async function readOpenRequests(
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
  const profiles = await readProfiles(app, viewer, [...new Set(asking)]);
  return {
    people: new Map(
      profiles.filter(({ relation }) => relation.friendship === 'asks').map((each) => [each.id, each]),
    ),
    pages: new Set(invited.length === 0 ? [] : await openInvitations(app, viewer, invited)),
  };
}

async function openInvitations({ db }: App, { id }: Viewer, usernames: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('social.page')
    .select('username')
    .where('username', '=', sql<string>`any(${usernames}::text[])`)
    .where('deleted_at', 'is', null)
    .where((page) =>
      page.exists(
        page
          .selectFrom('social.page_invitation as asked')
          .whereRef('asked.page_id', '=', 'social.page.id')
          .where('asked.invited_id', '=', id)
          .where('asked.answered_at', 'is', null),
      ),
    )
    .execute();
  return rows.map(({ username }) => username);
}
