import { sql } from 'kysely';
import { isLive } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';

/** Apps that are not deleted, with the fields of `OAuthApp`. */
export const selectApps = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.oauth_app as oauth_app')
    .where('oauth_app.deleted_at', 'is', null)
    .select(['oauth_app.id', 'oauth_app.name', 'domain', 'description', 'category', 'icon'])
    .select(['auth_id as authId', 'redirect_url as redirectUrl', 'oauth_app.created_at as createdAt']);

/** Apps that people can sign in to: their owner's account is live. */
export const selectOpenApps = (app: Pick<App, 'db'>) =>
  selectApps(app).where(
    sql<boolean>`exists (select from identity.account where account.id = oauth_app.owner_id and ${isLive('account')})`,
  );

/** An app of this owner. Apps of other owners are treated as missing. */
export const selectOwnApp = (app: Pick<App, 'db'>, ownerId: string, id: string) =>
  selectApps(app).where('owner_id', '=', ownerId).where('oauth_app.id', '=', id);

/** SQL: whether a grant is in force. A password change can revoke all grants of a person. */
export const isInForce = sql<boolean>`not exists (select from identity.account
  where id = permit.account_id and grants_ended_at >= permit.granted_at)`;

/** Unexpired tokens whose grant, app and person are all in force. */
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
