import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** How long a token acts for a person after it was last used, and how long one that acts for nobody lasts. */
export const tokenLasts = days(30);
const unclaimedLasts = minutes(30);

export interface AccessToken {
  access_token: string;
  token_type: 'Bearer';
  /** Seconds. */
  expires_in: number;
  scope: string;
}

/** A new opaque token of the agent; the database has its hash alone. */
export async function issueToken(app: App, registrationId: string, isClaimed: boolean): Promise<AccessToken> {
  const token = `agt_${newToken()}`;
  const lasts = isClaimed ? tokenLasts : unclaimedLasts;
  const scope = isClaimed ? 'api' : '';
  const now = app.clock.now();
  await app.db
    .insertInto('agents.access_token')
    .values({
      token_hash: tokenHash(token),
      registration_id: registrationId,
      scope,
      created_at: now,
      expires_at: new Date(now.getTime() + lasts),
    })
    .execute();
  return { access_token: token, token_type: 'Bearer', expires_in: lasts / 1000, scope };
}
