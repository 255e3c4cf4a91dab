import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** What newcomers are asked to do, and whether they have. */
export interface FirstSteps {
  hasPicture: boolean;
  hasBiography: boolean;
  followsSomebody: boolean;
}

/** Nothing once they are done or skipped. */
export async function readFirstSteps(app: App, accountId: string): Promise<FirstSteps | undefined> {
  return firstSteps(app, accountId).executeTakeFirst();
}

/** The query of it, for statements that read more. */
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
