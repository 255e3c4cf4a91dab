import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Onboarding steps of a new member and whether they are done. */
export interface FirstSteps {
  hasPicture: boolean;
  hasBiography: boolean;
  followsSomebody: boolean;
}

/** Returns undefined when the steps are done or skipped. */
export async function getFirstSteps(app: App, accountId: string): Promise<FirstSteps | undefined> {
  return firstSteps(app, accountId).executeTakeFirst();
}

/** The underlying query, for statements that load more. */
export const firstSteps = ({ db }: App, accountId: string) =>
  db
    .selectFrom('identity.account')
    .where('id', '=', accountId)
    .where('started_at', 'is', null)
    .select([
      sql<boolean>`picture is not null`.as('hasPicture'),
      sql<boolean>`biography <> ''`.as('hasBiography'),
      sql<boolean>`exists (select from social.follow where follower_id = account.id)`.as('followsSomebody'),
    ]);
