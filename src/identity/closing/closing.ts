import { sql } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sendMail } from '../../platform/send-mail.ts';
import { requirePassword } from '../change-credentials.ts';
import { endOtherSessions } from '../sessions.ts';

/** The whole account, at both services; or what it has at Hop, with the account itself left as it is. */
export type ClosingScope = 'account' | 'links';

export interface Closing {
  scope: ClosingScope;
  dueAt: Date;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Asks that an account, or what it has at one service, be deleted once the time to think again is over. Until then
 * everything is stored and short links still redirect, so that changing one's mind costs nothing. An account that closes is
 * hidden from everybody at once and signed out everywhere; its owner keeps it by a button after signing in again, with the
 * second factor where there is one.
 */
export async function requestClosing(
  app: App,
  accountId: string,
  scope: ClosingScope,
  password: string,
): Promise<Closing> {
  await requirePassword(app, accountId, password, 'current');
  return inTransaction(app, async (app) => {
    if (scope === 'account') await refuseLastOperator(app, accountId);
    const now = app.clock.now();
    const dueAt = new Date(now.getTime() + days(app.config.CLOSING_DAYS));
    await app.db
      .insertInto('identity.closing')
      .values({ account_id: accountId, scope, asked_at: now, due_at: dueAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (scope === 'account') {
      await app.db
        .updateTable('identity.account')
        .set({ closing_at: now })
        .where('id', '=', accountId)
        .where('closing_at', 'is', null)
        .execute();
      await endOtherSessions(app, accountId, undefined);
    }
    await tell(app, accountId, {
      subject: scope === 'account' ? 'Your account will be deleted' : 'Your short links will be deleted',
      text:
        scope === 'account'
          ? `As you asked, your account and all that is in it will be deleted on ${dayFormat.format(dueAt)}.\n\nTo keep it, sign in before that and press “Keep account”: ${app.config.plazaUrl}/signin?next=/settings/closing\n`
          : `As you asked, your short links and all that goes with them will be deleted on ${dayFormat.format(dueAt)}.\n\nKeep them here: ${app.config.hopUrl}/dashboard/data\n`,
    });
    return { scope, dueAt };
  });
}

/** Calls it off. Says whether there was anything to call off. */
export async function cancelClosing(app: App, accountId: string, scope: ClosingScope): Promise<boolean> {
  return inTransaction(app, async (app) => {
    const cancelled = await app.db
      .deleteFrom('identity.closing')
      .where('account_id', '=', accountId)
      .where('scope', '=', scope)
      .returning('scope')
      .executeTakeFirst();
    if (!cancelled) return false;
    if (scope === 'account')
      await app.db
        .updateTable('identity.account')
        .set({ closing_at: null })
        .where('id', '=', accountId)
        .execute();
    await tell(app, accountId, {
      subject: scope === 'account' ? 'Your account is kept' : 'Your short links are kept',
      text: `Nothing will be deleted. If it was not you who called that off, change your password: ${app.config.hopUrl}/settings/credentials\n`,
    });
    return true;
  });
}

/** What is to be deleted of an account, and when. */
export async function listClosings({ db }: Pick<App, 'db'>, accountId: string): Promise<Closing[]> {
  return db
    .selectFrom('identity.closing')
    .select((row) => row.ref('scope').$castTo<ClosingScope>().as('scope'))
    .select('due_at as dueAt')
    .where('account_id', '=', accountId)
    .orderBy('scope')
    .execute();
}

/** Somebody must be left to run the place. */
async function refuseLastOperator({ db }: App, accountId: string): Promise<void> {
  const operators = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .leftJoin('identity.closing as closing', (join) =>
      join.onRef('closing.account_id', '=', 'account.id').on('closing.scope', '=', 'account'),
    )
    .select('account.id')
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where('closing.account_id', 'is', null)
    .limit(2)
    .execute();
  if (operators.length === 1 && operators[0]?.id === accountId)
    throw new Problem('conflict', 'You are the only operator here; make somebody else one first');
}

async function tell(app: App, accountId: string, message: { subject: string; text: string }): Promise<void> {
  const { email } = await app.db
    .selectFrom('identity.account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await sendMail(app, { to: email, ...message });
}
