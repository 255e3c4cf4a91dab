import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** Lifetime of a token after its last use, and of an unclaimed agent's token. */
export const tokenLifetime = days(30);
const unclaimedLasts = minutes(30);

export interface AccessToken {
  access_token: string;
  token_type: 'Bearer';
  /** In seconds. */
  expires_in: number;
  scope: string;
}

/** Issues a new opaque token for the agent. Only its hash is stored. */
export async function issueToken(app: App, registrationId: string, isClaimed: boolean): Promise<AccessToken> {
  const token = `agt_${newToken()}`;
  const lasts = isClaimed ? tokenLifetime : unclaimedLasts;
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
