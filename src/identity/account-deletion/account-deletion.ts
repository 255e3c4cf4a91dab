import { sql } from 'kysely';
import { Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { dateFormat, t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import type { DeviceTraits } from '../../platform/limit-counters.ts';
import { mailAccount } from '../account/email.ts';
import { requirePassword } from '../credentials/credentials.ts';
import { endOtherSessions } from '../sessions/sessions.ts';

/**
 * `account`: the whole account, on both services. `links`: the account's data on Hop only; the account itself
 * remains.
 */
export type DeletionScope = 'account' | 'links';

export interface AccountDeletion {
  scope: DeletionScope;
  dueAt: Date;
  /** The operator's reason, when an operator scheduled the deletion. */
  reason: string;
  isByOperator: boolean;
}

const dayFormat = dateFormat({ dateStyle: 'long' });

/**
 * Schedules the deletion of an account, or of its data on one service, after a grace period. Until then
 * everything is stored and short links still redirect, so the owner can cancel without losing anything.
 * Deleting a whole account immediately hides it from everyone and signs it out everywhere. The owner can
 * cancel with a button after signing in again, with the second factor if enabled.
 */
export const requestAccountDeletion = verb(
  { name: 'account-deletion.request', who: 'member' },
  async (
    app,
    accountId: string,
    scope: DeletionScope,
    { password, device }: { password: string; device: DeviceTraits },
  ): Promise<AccountDeletion> => {
    await requirePassword(app, accountId, password, device);
    return inTransaction(app, async (app) => {
      if (scope === 'account') await refuseLastOperator(app, accountId);
      const dueAt = await addAccountDeletion(app, accountId, scope);
      await mailAccount(app, accountId, () => ({
        subject:
          scope === 'account' ? t('Your account will be deleted') : t('Your short links will be deleted'),
        text:
          scope === 'account'
            ? t(
                'As you requested, your account and everything in it will be deleted on {date}.\n\nTo keep it, sign in before then and press “Keep account”: {plazaUrl}/signin?next=/settings/account-deletion\n',
                { date: dayFormat.format(dueAt), plazaUrl: app.config.plazaUrl },
              )
            : t(
                'As you requested, your short links and everything related to them will be deleted on {date}.\n\nKeep them here: {hopUrl}/dashboard/data\n',
                { date: dayFormat.format(dueAt), hopUrl: app.config.hopUrl },
              ),
      }));
      return { scope, dueAt, reason: '', isByOperator: false };
    });
  },
);

/**
 * Schedules the deletion of a whole account on an operator's decision. The owner sees the reason but cannot
 * cancel. Called in a transaction.
 */
export async function scheduleDeletionByOperator(
  app: App,
  operatorId: string,
  accountId: string,
  reason: string,
): Promise<Date> {
  const dueAt = await addAccountDeletion(app, accountId, 'account', { requested_by: operatorId, reason });
  await mailAccount(app, accountId, () => ({
    subject: t('Your account will be deleted'),
    text: t(
      'An operator of {plazaUrl} scheduled your account and everything in it for deletion on {date}.\n\nReason: {reason}\n\nIf you disagree, contact us before then: {plazaUrl}/contact\n',
      { plazaUrl: app.config.plazaUrl, date: dayFormat.format(dueAt), reason },
    ),
  }));
  return dueAt;
}

/**
 * Erases an account of an import with the next run of the job, unless somebody has signed in to it. Nobody is told.
 * Returns false if it is used. Called in a transaction.
 */
export async function eraseUnused(app: App, operatorId: string, accountId: string): Promise<boolean> {
  const unused = await app.db
    .selectFrom('identity.account')
    .where('id', '=', accountId)
    .where('last_seen_at', 'is', null)
    .where('password_hash', '=', '')
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!unused) return false;
  const decision = { requested_by: operatorId, reason: '', due_at: app.clock.now() };
  await addAccountDeletion(app, accountId, 'account', decision);
  return true;
}

/**
 * Returns the date when the deletion is due. An operator's decision takes precedence over the owner's earlier
 * request.
 */
async function addAccountDeletion(
  app: App,
  accountId: string,
  scope: DeletionScope,
  decision?: { requested_by: string; reason: string; due_at?: Date },
): Promise<Date> {
  const { db, clock, config } = app;
  const now = clock.now();
  const { due_at: dueAt } = await db
    .insertInto('identity.deletion_request')
    .values({
      account_id: accountId,
      scope,
      requested_at: now,
      due_at: new Date(now.getTime() + days(config.ACCOUNT_DELETION_DAYS)),
      ...decision,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope']).doUpdateSet(decision ?? { scope }))
    .returning('due_at')
    .executeTakeFirstOrThrow();
  if (scope === 'links') return dueAt;
  await db
    .updateTable('identity.account')
    .set({ deletion_requested_at: now })
    .where('id', '=', accountId)
    .where('deletion_requested_at', 'is', null)
    .execute();
  await endOtherSessions(app, accountId, undefined);
  return dueAt;
}

/** Cancels a deletion that the owner requested. Returns whether one was pending. */
export const cancelAccountDeletion = verb(
  { name: 'account-deletion.cancel', who: 'member' },
  async (app, accountId: string, scope: DeletionScope): Promise<boolean> => {
    return inTransaction(app, async (app) => {
      const accountDeletion = (await listAccountDeletions(app, accountId)).find(
        (accountDeletion) => accountDeletion.scope === scope,
      );
      if (accountDeletion?.isByOperator)
        throw new Problem(
          'forbidden',
          msg('An operator scheduled this account for deletion. Contact us to keep it.'),
        );
      if (!(await removeAccountDeletion(app, accountId, scope))) return false;
      await mailAccount(app, accountId, () => ({
        subject:
          scope === 'account' ? t('Account deletion canceled') : t('Deletion of your short links canceled'),
        text: t(
          'Nothing will be deleted. If you did not cancel the deletion, change your password: {hopUrl}/settings/credentials\n',
          { hopUrl: app.config.hopUrl },
        ),
      }));
      return true;
    });
  },
);

/** Cancels the deletion of an account, requested by the owner or an operator. Called in a transaction. */
export async function cancelDeletionByOperator(app: App, accountId: string): Promise<boolean> {
  if (!(await removeAccountDeletion(app, accountId, 'account'))) return false;
  await mailAccount(app, accountId, () => ({
    subject: t('Account deletion canceled'),
    text: t('An operator canceled the deletion of your account. You can sign in again: {plazaUrl}/signin\n', {
      plazaUrl: app.config.plazaUrl,
    }),
  }));
  return true;
}

async function removeAccountDeletion({ db }: App, accountId: string, scope: DeletionScope): Promise<boolean> {
  const removed = await db
    .deleteFrom('identity.deletion_request')
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .returning('scope')
    .executeTakeFirst();
  if (removed && scope === 'account')
    await db
      .updateTable('identity.account')
      .set({ deletion_requested_at: null })
      .where('id', '=', accountId)
      .execute();
  return removed !== undefined;
}

/** A pending deletion and its date. */
export async function listAccountDeletions(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<AccountDeletion[]> {
  return db
    .selectFrom('identity.deletion_request')
    .select((row) => row.ref('scope').$castTo<DeletionScope>().as('scope'))
    .select(['due_at as dueAt', 'reason'])
    .select((row) => row('requested_by', 'is not', null).$castTo<boolean>().as('isByOperator'))
    .where('account_id', '=', accountId)
    .orderBy('scope')
    .execute();
}

/** At least one operator is required. */
async function refuseLastOperator({ db }: App, accountId: string): Promise<void> {
  // Serializes demotions: two operators who leave or demote each other concurrently could otherwise leave
  // none.
  await sql`select pg_advisory_xact_lock(7267002)`.execute(db);
  const operators = await db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .leftJoin('identity.deletion_request as request', (join) =>
      join.onRef('request.account_id', '=', 'account.id').on('request.scope', '=', 'account'),
    )
    .select('account.id')
    .where(sql<boolean>`'operate' = any(role.permissions)`)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .where('request.account_id', 'is', null)
    .limit(2)
    .execute();
  if (operators.length === 1 && operators[0]?.id === accountId)
    throw new Problem('conflict', msg('You are the only operator. Make someone else an operator first.'));
}

/**
 * The page to open after sign-in. When the account is scheduled for deletion, this is the page that offers to
 * keep it.
 */
export async function afterSignIn(app: App, accountId: string, next: string): Promise<string> {
  const pending = await listAccountDeletions(app, accountId);
  if (!pending.some(({ scope }) => scope === 'account')) return next;
  return `/settings/account-deletion?${new URLSearchParams({ next }).toString()}`;
}
