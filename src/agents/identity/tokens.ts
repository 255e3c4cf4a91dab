import { sql } from 'kysely';
import { accountColumns, toViewer, type ViewerRow } from '../../identity/account/viewer.ts';
import { Problem, type MessageText } from '../../kernel/problem.ts';
import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { days, hours, minutes, seconds } from '../../kernel/time.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { findOpenApp } from '../../social/apps/grants.ts';
import type { ActingAgent } from '../../platform/http/caller.ts';
import { coversAddress } from '../addresses.ts';
import {
  type IssuedAssertion,
  claimLifetime,
  invalidGrant,
  issueAssertion,
  verifyAssertion,
} from './assertion.ts';

/** Polls may be up to a second early, to allow for clock and network variance. */
const tolerance = seconds(1);
/** Seconds that `slow_down` adds to the interval (RFC 8628, 3.5), and the maximum interval. */
const slower = 5;
const slowest = 60;

const refusal = (code: string, message: MessageText) => new Problem('invalid', message, { code });

/** Handles the agent's poll: returns a token if its member has approved, otherwise an error of RFC 8628. */
export async function exchangeClaim(app: App, claimToken: string): Promise<AccessToken & IssuedAssertion> {
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

/**
 * Exchanges an assertion of this installation for a token (RFC 7523). For an unclaimed agent, the token has
 * no scope. The response includes a fresh assertion, so that an active agent never has to register again.
 */
export async function exchangeAssertion(app: App, assertion: string): Promise<AccessToken & IssuedAssertion> {
  const publicId = await verifyAssertion(app, assertion);
  const agent = await app.db
    .selectFrom('agents.registration')
    .select(['id', 'account_id'])
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (!agent) throw invalidGrant('This agent was disconnected. Register again');
  const token = await issueToken(app, agent.id, agent.account_id !== null);
  return { ...token, ...(await issueAssertion(app, { publicId })) };
}

/** Lifetime of a token after its last use, and of an unclaimed agent's token. */
const tokenLifetime = days(30);
const unclaimedLasts = minutes(30);

interface AccessToken {
  access_token: string;
  token_type: 'Bearer';
  /** In seconds. */
  expires_in: number;
  scope: string;
}

/** Issues a new opaque token for the agent. Only its hash is stored. */
async function issueToken(app: App, registrationId: string, isClaimed: boolean): Promise<AccessToken> {
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

/** An access token's agent and the member it acts for, if any. */
interface FoundAgent {
  agent: ActingAgent;
  viewer: Viewer | undefined;
}

/** Returns the agent of a valid token, with its member's permissions but no operator permissions. */
export async function findAgent(app: App, token: string, at: string): Promise<FoundAgent | undefined> {
  const now = app.clock.now();
  const hash = tokenHash(token);
  const row = await app.db
    .selectFrom('agents.access_token as token')
    .innerJoin('agents.registration as agent', 'agent.id', 'token.registration_id')
    .leftJoin('identity.account as account', (join) =>
      join
        .onRef('account.id', '=', 'agent.account_id')
        .on('account.deleted_at', 'is', null)
        .on('account.suspended_at', 'is', null),
    )
    .leftJoin('agents.client as client', (join) =>
      join.onRef('client.id', '=', 'agent.client_id').on('client.kind', '=', 'app'),
    )
    .select([
      'agent.id as agent_id',
      'agent.public_id',
      'agent.name as agent_name',
      'client.client_id as app',
    ])
    .select([
      'agent.account_id',
      'agent.skills',
      'agent.audience',
      'agent.daily_posts',
      'agent.daily_spending',
    ])
    .select(['token.scope', 'token.resources', 'token.grant_id', 'token.expires_at', 'agent.last_used_at'])
    .select(accountColumns)
    .where('token.token_hash', '=', hash)
    .where('token.expires_at', '>', now)
    .where('agent.revoked_at', 'is', null)
    .where('agent.blocked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  // The agent's member is suspended or deleted.
  if (row.account_id !== null && row.id === null) return undefined;
  // The app has no owner any more: the account that registered it is suspended or being deleted.
  if (row.app !== null && !(await findOpenApp(app, row.app))) return undefined;
  // A token for one service is not valid at the other.
  if (!coversAddress(row.resources, at)) return undefined;
  const isOfGrant = row.grant_id !== null;
  if (isOfGrant || row.scope === 'api') await recordUse(app, row, hash, now);
  const scopes = isOfGrant ? row.scope.split(' ') : undefined;
  const agent = {
    id: row.agent_id,
    publicId: row.public_id,
    name: row.agent_name,
    skills: row.skills ?? undefined,
    audience: row.audience === 'friends' ? ('friends' as const) : undefined,
    dailyPosts: row.daily_posts ?? undefined,
    dailySpending:
      row.daily_spending === null || scopes?.includes('pay') === false
        ? undefined
        : BigInt(row.daily_spending),
    scopes,
  };
  if ((!isOfGrant && row.scope !== 'api') || row.id === null) return { agent, viewer: undefined };
  // No operator permissions, even if the member is an operator.
  const viewer = toViewer(app, { ...row, permissions: [] } as ViewerRow);
  return { agent, viewer: { ...viewer, agentName: agent.name } };
}

interface UsedToken {
  agent_id: string;
  grant_id: string | null;
  expires_at: Date;
  last_used_at: Date | null;
}

/**
 * Extends the lifetime of a used token. Written on its first use, then at most once an hour. Tokens of grants are
 * refreshed instead.
 */
async function recordUse(
  app: App,
  { agent_id, grant_id, expires_at, last_used_at }: UsedToken,
  hash: Buffer,
  now: Date,
): Promise<void> {
  const isOfGrant = grant_id !== null;
  const isRecent = isOfGrant
    ? now.getTime() - (last_used_at?.getTime() ?? 0) < hours(1)
    : expires_at.getTime() - now.getTime() > tokenLifetime - hours(1);
  if (last_used_at !== null && isRecent) return;
  await app.db
    .updateTable('agents.registration')
    .set({ last_used_at: now })
    .where('id', '=', agent_id)
    .execute();
  if (isOfGrant) return;
  await app.db
    .updateTable('agents.access_token')
    .set({ expires_at: new Date(now.getTime() + tokenLifetime) })
    .where('token_hash', '=', hash)
    .execute();
}

/** Revokes an access token. An unknown or revoked token is not an error (RFC 7009). */
export async function revokeToken(app: App, token: string): Promise<void> {
  await app.db.deleteFrom('agents.access_token').where('token_hash', '=', tokenHash(token)).execute();
}
