import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enforce } from '../../platform/limits.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { notify } from '../../social/notify/notify.ts';
import { getPendingClaim, type PendingClaim } from './pending-claim.ts';

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
  if (numUpdatedRows !== 1n) throw new Problem('conflict', t('This request was already answered'));
}

async function refuseTooMany(app: App, viewer: Viewer): Promise<void> {
  const { count } = await app.db
    .selectFrom('agents.registration')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('account_id', '=', viewer.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxAgents)
    throw new Problem('conflict', t('You have {maxAgents} agents. Disconnect one first.', { maxAgents }));
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
