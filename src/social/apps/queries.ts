import { sql } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';

/** Apps that are there, with everything of `OAuthApp`. */
export const selectApps = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.oauth_app as oauth_app')
    .where('oauth_app.deleted_at', 'is', null)
    .select(['oauth_app.id', 'oauth_app.name', 'domain', 'description', 'category', 'icon'])
    .select(['auth_id as authId', 'redirect_url as redirectUrl', 'oauth_app.created_at as createdAt']);

/** Apps that people may sign in to: those of somebody who is still there themselves. */
export const selectOpenApps = (app: Pick<App, 'db'>) =>
  selectApps(app).where(
    sql<boolean>`exists (select from identity.account where account.id = oauth_app.owner_id and ${isLive('account')})`,
  );

/** An app of this owner's; what belongs to others looks as if it were not there. */
export const selectOwnApp = (app: Pick<App, 'db'>, ownerId: string, id: string) =>
  selectApps(app).where('owner_id', '=', ownerId).where('oauth_app.id', '=', id);

/** Whether a grant is in force: its person may have ended all of them with a change of password. */
export const isInForce = sql<boolean>`not exists (select from identity.account
  where id = permit.account_id and grants_ended_at >= permit.granted_at)`;

/** What can be told by a token that is still good: of a grant, an app and a person who are all still there. */
export const selectLiveTokens = ({ db, clock }: Pick<App, 'db' | 'clock'>) =>
  db
    .selectFrom('social.oauth_token as token')
    .innerJoin('social.oauth_grant as permit', 'permit.id', 'token.grant_id')
    .innerJoin('social.oauth_app as oauth_app', 'oauth_app.id', 'permit.app_id')
    .where('oauth_app.deleted_at', 'is', null)
    .where('token.expires_at', '>', clock.now())
    .where(isInForce)
    .where(
      sql<boolean>`(select count(*) from identity.account where id in (permit.account_id, oauth_app.owner_id)
        and not ${isLive('account')}) = 0`,
    );
