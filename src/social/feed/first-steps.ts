import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** What newcomers are asked to do, and whether they have. */
export interface FirstSteps {
  hasPicture: boolean;
  hasBiography: boolean;
  followsSomebody: boolean;
}

/** Nothing once they are over: taken, or left out. */
export async function readFirstSteps({ db }: App, accountId: string): Promise<FirstSteps | undefined> {
  const row = await db
    .selectFrom('identity.account')
    .where('id', '=', accountId)
    .where('started_at', 'is', null)
    .select(['picture', 'biography'])
    .select(
      sql<boolean>`exists (select from social.follow where follower_id = account.id)`.as('follows_somebody'),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    hasPicture: row.picture !== null,
    hasBiography: row.biography !== '',
    followsSomebody: row.follows_somebody,
  };
}
