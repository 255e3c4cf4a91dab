import { msg, Problem, missing } from '../../kernel/problem.ts';
import { type App, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow, whenGiven } from '../../platform/database/queries.ts';
import { refuseAbove } from '../operators/operators.ts';
import { endOtherSessions } from '../sessions/sessions.ts';

interface Suspension {
  /** Shown to the person when they try to sign in. */
  reason?: string;
  /** Null: until it is lifted. */
  until?: Date | null;
  /**
   * The moderation decision it belongs to, so reversing the decision lifts the suspension. Omitted for an
   * operator's own suspension.
   */
  source?: string;
}

/** Who suspends: a person, or nobody where an organization manages its accounts. */
type Actor = Pick<Viewer, 'id'> | undefined;

/**
 * Adds a suspension to those in force. No session or key of the account is accepted until every suspension
 * has ended. Operators cannot be suspended, and moderators only by operators.
 */
export async function suspendAccount(
  app: App,
  by: Actor,
  id: string,
  { reason = '', until = null, source = '' }: Suspension = {},
): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockRow(app, 'identity.account', id);
    const account = await app.db
      .selectFrom('identity.account as account')
      .innerJoin('identity.role as role', 'role.name', 'account.role')
      .select('role.permissions')
      .where('account.id', '=', id)
      .where('account.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!account) throw missing(msg('Account'));
    if (id === by?.id || account.permissions.includes('operate'))
      throw new Problem('forbidden', msg('An operator cannot be suspended'));
    if (by) await refuseAbove(app, by, id, 'as equal');
    await app.db
      .insertInto('identity.suspension')
      .values({
        account_id: id,
        suspended_by: by?.id ?? null,
        source,
        reason,
        created_at: app.clock.now(),
        ends_at: until,
      })
      .execute();
    await updateSuspensionState(app, id);
    await endOtherSessions(app, id, undefined);
  });
}

/** Lifts the suspensions of one decision. Others stay in force. */
export const liftSuspension = (app: App, by: Actor, id: string, source: string): Promise<void> =>
  lift(app, by, id, source);

/** Lifts every suspension. For operators. */
export const reinstateAccount = (app: App, by: Pick<Viewer, 'id'>, id: string): Promise<void> =>
  lift(app, by, id);

async function lift(app: App, by: Actor, id: string, source?: string): Promise<void> {
  await inTransaction(app, async (app) => {
    await lockRow(app, 'identity.account', id);
    await app.db
      .updateTable('identity.suspension')
      .set({ lifted_at: app.clock.now(), lifted_by: by?.id ?? null })
      .where('account_id', '=', id)
      .where('lifted_at', 'is', null)
      .$call(whenGiven(source, (query, source) => query.where('source', '=', source)))
      .execute();
    await updateSuspensionState(app, id);
  });
}

/** Ends suspensions that have expired. */
export async function reinstateDue(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('identity.suspension')
    .where('ends_at', '<=', app.clock.now())
    .where('lifted_at', 'is', null)
    .select('account_id')
    .distinct()
    .execute();
  for (const { account_id: id } of due)
    await inTransaction(app, async (app) => {
      await lockRow(app, 'identity.account', id);
      await app.db
        .updateTable('identity.suspension')
        .set((row) => ({ lifted_at: row.ref('ends_at') }))
        .where('account_id', '=', id)
        .where('ends_at', '<=', app.clock.now())
        .where('lifted_at', 'is', null)
        .execute();
      await updateSuspensionState(app, id);
    });
}

/**
 * Updates the account from the suspensions in force: from the start of the first to the end of the last, with
 * the reason of the last.
 */
async function updateSuspensionState({ db, clock }: App, id: string): Promise<void> {
  const inForce = await db
    .selectFrom('identity.suspension')
    .select(['reason', 'created_at', 'ends_at'])
    .where('account_id', '=', id)
    .where('lifted_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', clock.now())]))
    .orderBy('ends_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute();
  const strictest = inForce[0];
  const since = inForce.map(({ created_at }) => created_at).sort((a, b) => a.getTime() - b.getTime())[0];
  await db
    .updateTable('identity.account')
    .set({
      suspended_at: since ?? null,
      suspended_until: strictest?.ends_at ?? null,
      suspension_reason: strictest?.reason ?? '',
    })
    .where('id', '=', id)
    .execute();
}
