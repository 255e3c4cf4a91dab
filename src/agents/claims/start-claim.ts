import { t } from '../../kernel/translation/translate.ts';
import { randomInt } from 'node:crypto';
import { tokenHash } from '../../kernel/secrets.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { claimLifetime } from '../identity/registration.ts';

interface StartedClaim {
  /** Six digits. */
  userCode: string;
  registrationId: string;
  attemptId: string;
  expiresAt: Date;
  /** Seconds between polls. */
  interval: number;
}

/** Maximum attempts to draw a code that no other pending claim has. */
const maxAttempts = 20;

/**
 * Issues the code that the agent shows to its person. A claim token starts one claim, within half an hour
 * after registration.
 */
export async function startClaim(app: App, claimToken: string): Promise<StartedClaim> {
  for (let draw = 1; draw <= maxAttempts; draw += 1) {
    const userCode = String(randomInt(1_000_000)).padStart(6, '0');
    try {
      return await inTransaction(app, (app) => start(app, tokenHash(claimToken), userCode));
    } catch (error) {
      if (!isDuplicate(error, 'claim_pending_code')) throw error;
    }
  }
  throw new Problem('unavailable', t('Too many pending requests. Try again in a minute.'), {
    retryAfter: 60,
  });
}

async function start(app: App, hash: Buffer, userCode: string): Promise<StartedClaim> {
  const now = app.clock.now();
  // Codes of expired claims can be reused.
  await app.db
    .updateTable('agents.claim')
    .set({ user_code: null })
    .where('user_code', '=', userCode)
    .where('expires_at', '<=', now)
    .execute();
  const claim = await app.db
    .selectFrom('agents.claim as claim')
    .innerJoin('agents.registration as agent', 'agent.id', 'claim.registration_id')
    .select(['claim.id', 'claim.started_at', 'claim.expires_at', 'claim.poll_interval'])
    .select(['agent.public_id', 'agent.revoked_at', 'agent.blocked_at'])
    .where('claim.token_hash', '=', hash)
    .forUpdate('claim')
    .executeTakeFirst();
  if (!claim || claim.revoked_at || claim.blocked_at)
    throw new Problem('unauthenticated', t('Unknown claim token'), { code: 'invalid_claim_token' });
  if (claim.expires_at <= now)
    throw new Problem('gone', t('The claim token has expired. Register again.'), { code: 'claim_expired' });
  if (claim.started_at)
    throw new Problem('conflict', t('This token already has a pending claim. Wait for the answer.'), {
      code: 'claimed_or_in_flight',
    });
  const expiresAt = new Date(now.getTime() + claimLifetime);
  await app.db
    .updateTable('agents.claim')
    .set({ user_code: userCode, started_at: now, expires_at: expiresAt })
    .where('id', '=', claim.id)
    .execute();
  return {
    userCode,
    registrationId: claim.public_id,
    attemptId: `cla_${claim.id}`,
    expiresAt,
    interval: claim.poll_interval,
  };
}
