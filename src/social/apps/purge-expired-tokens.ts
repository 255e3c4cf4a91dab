import type { App } from '../../platform/app.ts';

/** Tokens that have ended tell nothing; without this they would stay for ever. */
export async function purgeExpiredTokens({ db, clock }: App): Promise<void> {
  await db.deleteFrom('social.oauth_token').where('expires_at', '<', clock.now()).execute();
}
