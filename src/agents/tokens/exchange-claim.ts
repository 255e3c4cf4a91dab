import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { invalidGrant, issueAssertion, type Assertion } from '../identity/assertion.ts';
import { claimLifetime } from '../identity/registration.ts';
import { issueToken, type AccessToken } from './access-token.ts';

/** Polls may be up to a second early, to allow for clock and network variance. */
const tolerance = seconds(1);
/** Seconds that `slow_down` adds to the interval (RFC 8628, 3.5), and the maximum interval. */
const slower = 5;
const slowest = 60;

const refusal = (code: string, message: string) => new Problem('invalid', message, { code });

/** Handles the agent's poll: returns a token if its member has approved, otherwise an error of RFC 8628. */
export async function exchangeClaim(app: App, claimToken: string): Promise<AccessToken & Assertion> {
  const result = await inTransaction(app, (app) => exchange(app, claimToken));
  // A rejected poll commits its changes.
  if (result instanceof Problem) throw result;
  return { ...result.token, ...(await issueAssertion(app, result.agent)) };
}

async function exchange(
  app: App,
  claimToken: string,
): Promise<Problem | { token: AccessToken; agent: { publicId: string } }> {
  const claim = await getClaim(app, claimToken);
  if (!claim || claim.revoked_at || claim.blocked_at)
    return invalidGrant('Unknown claim token, or its agent was disconnected');
  if (claim.used_at) return invalidGrant('This claim token was already exchanged');
  if (claim.denied_at)
    return refusal('access_denied', 'The person denied the request. Ask them before you register again');
  if (!claim.approved_at) return waiting(app, claim);
  const now = app.clock.now();
  // A token can still be fetched for an approval in the last moment.
  if (now.getTime() > claim.approved_at.getTime() + claimLifetime)
    return refusal('expired_token', 'The token was not requested in time after the approval. Register again');
  await app.db.updateTable('agents.claim').set({ used_at: now }).where('id', '=', claim.id).execute();
  const token = await issueToken(app, claim.registration_id, true);
  return { token, agent: { publicId: claim.public_id } };
}

const getClaim = (app: App, claimToken: string) =>
  app.db
    .selectFrom('agents.claim as claim')
    .innerJoin('agents.registration as agent', 'agent.id', 'claim.registration_id')
    .selectAll('claim')
    .select(['agent.public_id', 'agent.revoked_at', 'agent.blocked_at'])
    .where('claim.token_hash', '=', tokenHash(claimToken))
    .forUpdate('claim')
    .executeTakeFirst();

type Claim = NonNullable<Awaited<ReturnType<typeof getClaim>>>;

async function waiting(app: App, claim: Claim): Promise<Problem> {
  const now = app.clock.now();
  if (claim.expires_at <= now)
    return refusal('expired_token', 'The claim expired before anyone responded. Register again');
  if (!claim.started_at)
    return refusal(
      'authorization_pending',
      'Request a code at the claim endpoint first, and show it to a person',
    );
  const early =
    claim.polled_at !== null &&
    now.getTime() - claim.polled_at.getTime() < claim.poll_interval * 1000 - tolerance;
  // An early poll does not restart the interval: a client that waits the interval after its last accepted
  // poll is on time.
  await app.db
    .updateTable('agents.claim')
    .set(early ? { poll_interval: sql`least(poll_interval + ${slower}, ${slowest})` } : { polled_at: now })
    .where('id', '=', claim.id)
    .execute();
  if (!early)
    return refusal(
      'authorization_pending',
      `No one has approved the agent yet. Poll again in ${claim.poll_interval} seconds`,
    );
  const interval = Math.min(claim.poll_interval + slower, slowest);
  return refusal('slow_down', `That was too soon. Poll every ${interval} seconds from now on`);
}
