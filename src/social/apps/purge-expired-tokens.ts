import type { App } from '../../platform/app.ts';

/** Deletes expired tokens. Expired tokens are already rejected; this only bounds the table. */
export async function purgeExpiredTokens({ db, clock }: App): Promise<void> {
  await db.deleteFrom('social.oauth_token').where('expires_at', '<', clock.now()).execute();
}
