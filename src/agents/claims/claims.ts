import { registrationLimit } from '../identity/register-agent.ts';
import { randomInt } from 'node:crypto';
import { Problem, msg } from '../../kernel/problem.ts';
import { tokenHash } from '../../kernel/secrets.ts';
import { days } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { enforce } from '../../platform/limits.ts';
import { sendMail } from '../../platform/mail.ts';
import { notify } from '../../social/notify/notify.ts';
import { claimLifetime } from '../identity/assertion.ts';

/** A claim, as shown to a person before they decide. */
export interface PendingClaim {
  id: string;
  userCode: string;
  agent: { id: string; publicId: string; name: string; address: string; userAgent: string };
  startedAt: Date;
}

/** Returns the pending claim with this code. Throws the same `missing` for unknown and for expired codes. */
async function getPendingClaim(app: App, userCode: string): Promise<PendingClaim> {
  const row = await app.db
    .selectFrom('agents.claim as claim')
    .innerJoin('agents.registration as agent', 'agent.id', 'claim.registration_id')
    .select(['claim.id', 'claim.user_code', 'claim.started_at'])
    .select(['agent.id as agent_id', 'agent.public_id', 'agent.name', 'agent.address', 'agent.user_agent'])
    .where('claim.user_code', '=', userCode)
    .where('claim.approved_at', 'is', null)
    .where('claim.denied_at', 'is', null)
    .where('claim.expires_at', '>', app.clock.now())
    .where('agent.revoked_at', 'is', null)
    .where('agent.blocked_at', 'is', null)
    .executeTakeFirst();
  if (!row?.started_at || row.user_code === null) throw notFound();
  return {
    id: row.id,
    userCode: row.user_code,
    agent: {
      id: row.agent_id,
      publicId: row.public_id,
      name: row.name,
      address: row.address,
      userAgent: row.user_agent,
    },
    startedAt: row.started_at,
  };
}

const notFound = () =>
  new Problem(
    'missing',
    msg('No agent is waiting for this code. It may have expired. Ask the agent for a new one.'),
  );

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
export const startClaim = verb(
  { name: 'agents.claim', who: 'anyone', limit: registrationLimit },
  async (app, claimToken: string): Promise<StartedClaim> => {
    for (let draw = 1; draw <= maxAttempts; draw += 1) {
      const userCode = String(randomInt(1_000_000)).padStart(6, '0');
      try {
        return await inTransaction(app, (app) => start(app, tokenHash(claimToken), userCode));
      } catch (error) {
        if (!isDuplicate(error, 'claim_pending_code')) throw error;
      }
    }
    throw new Problem('unavailable', msg('Too many pending requests. Try again in a minute.'), {
      retryAfter: 60,
    });
  },
);

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
    throw new Problem('unauthenticated', msg('Unknown claim token'), { code: 'invalid_claim_token' });
  if (claim.expires_at <= now)
    throw new Problem('gone', msg('The claim token has expired. Register again.'), { code: 'claim_expired' });
  if (claim.started_at)
    throw new Problem('conflict', msg('This token already has a pending claim. Wait for the answer.'), {
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

const maxAgents = 50;

/** Wrong codes that an account may try, so that no one can guess another person's claim. */
const codeLimit = { name: 'agents:code', calls: 5, within: days(1) / 48, durable: true };

/**
 * Finds a pending claim by the code that a member entered or followed. Too many wrong codes are blocked for
 * half an hour.
 */
export async function findClaim(app: App, viewer: Viewer, userCode: string): Promise<PendingClaim> {
  // Counts before the lookup, so that concurrent tries cannot exceed the limit.
  enforce(await app.limits.consume(codeLimit, viewer.id));
  const claim = await getPendingClaim(app, userCode.replaceAll(/[\s-]/g, ''));
  await app.limits.refund(codeLimit, viewer.id);
  return claim;
}

/**
 * Binds the agent to the member's account, on whose behalf it acts from now on. Its unclaimed credentials are
 * revoked.
 */
export async function approveClaim(app: App, viewer: Viewer, userCode: string): Promise<PendingClaim> {
  const claim = await findClaim(app, viewer, userCode);
  const now = app.clock.now();
  await inTransaction(app, async (app) => {
    await decide(app, claim, { approved_at: now });
    await refuseTooMany(app, viewer);
    await app.db
      .updateTable('agents.registration')
      .set({ account_id: viewer.id, claimed_at: now })
      .where('id', '=', claim.agent.id)
      .where('account_id', 'is', null)
      .execute();
    await app.db.deleteFrom('agents.access_token').where('registration_id', '=', claim.agent.id).execute();
    await mailOwner(app, viewer, claim);
    await notify(app, { to: viewer.id, kind: 'agent' });
  });
  return claim;
}

/** Denies the claim. The agent's next poll returns the denial. */
export async function denyClaim(app: App, viewer: Viewer, userCode: string): Promise<PendingClaim> {
  const claim = await findClaim(app, viewer, userCode);
  await decide(app, claim, { denied_at: app.clock.now() });
  return claim;
}

/** Only one of two concurrent decisions succeeds. */
async function decide(
  app: App,
  claim: PendingClaim,
  decision: { approved_at: Date } | { denied_at: Date },
): Promise<void> {
  const { numUpdatedRows } = await app.db
    .updateTable('agents.claim')
    .set(decision)
    .where('id', '=', claim.id)
    .where('approved_at', 'is', null)
    .where('denied_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Problem('conflict', msg('This request was already answered'));
}

/** Throws if the member has as many agents as one may have. */
export async function refuseTooMany(app: App, viewer: Viewer): Promise<void> {
  const { count } = await app.db
    .selectFrom('agents.registration')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', viewer.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxAgents)
    throw new Problem('conflict', msg('You have {maxAgents} agents. Disconnect one first.', { maxAgents }));
}

async function mailOwner(app: App, viewer: Viewer, { agent }: PendingClaim): Promise<void> {
  const { email } = await app.db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  await sendMail(app, {
    to: email,
    subject: t('{name} can now act as you', { name: agent.name }),
    text: [
      `Hello ${viewer.name},`,
      '',
      t('You approved the agent “{name}” ({publicId}). It can read, post and comment as you.', {
        name: agent.name,
        publicId: agent.publicId,
      }),
      '',
      t('If this was not you, disconnect it and change your password:'),
      `${app.config.plazaUrl}/settings/agents`,
    ].join('\n'),
  });
}
