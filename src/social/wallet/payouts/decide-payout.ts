import { mailAccount } from '../../../identity/account/email.ts';
import { msg, invalid, missing, Problem } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { toLine } from '../../../kernel/text.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { notify } from '../../notify/notify.ts';
import { earnings, held, type LedgerAccount, payout, transfer, wallet } from '../ledger.ts';
import { checkReason, formatMoney } from '../money.ts';
import type { PayoutState } from './payouts.ts';
import { minutes } from '../../../kernel/time.ts';

/** Approves a payout. The money stays held. */
export const approvePayout = verb(
  { name: 'wallet.approve-payout', who: 'operator' },
  async (app: App, operator: Viewer, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const found = await lockOpen(app, id, ['requested']);
      await close(app, id, 'approved', { decided_by: operator.id });
      await addAuditEntry(
        app,
        operator.id,
        'payout.approve',
        `payout ${id}`,
        formatMoney(app.config, found.amount),
      );
      await notify(app, {
        to: found.person,
        kind: 'money',
        money: { event: 'payout_approved', amount: found.amount },
      });
    });
  },
);

/** Rejects a payout and returns the money to its source. */
export const refusePayout = verb(
  { name: 'wallet.refuse-payout', who: 'operator' },
  async (app: App, operator: Viewer, id: string, typed: string): Promise<void> => {
    const reason = checkReason(typed);
    await inTransaction(app, async (app) => {
      const found = await lockOpen(app, id, ['requested', 'approved']);
      await returnAmount(app, id, found);
      await close(app, id, 'refused', { decided_by: operator.id, reason });
      await addAuditEntry(app, operator.id, 'payout.reject', `payout ${id}`, reason);
      const { amount } = found;
      await notify(app, { to: found.person, kind: 'money', money: { event: 'payout_refused', amount } });
      await mailAccount(app, found.person, () => ({
        subject: t('Your payout of {config} was rejected', { config: formatMoney(app.config, amount) }),
        text: t(
          'Your payout of {config} was rejected, and the money was returned to your balance.\n\nReason: {reason}\n',
          {
            config: formatMoney(app.config, amount),
            reason,
          },
        ),
      }));
    });
  },
);

/** Cancels the viewer's own payout. */
export const cancelPayout = verb(
  { name: 'wallet.cancel-payout', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const found = await lockOpen(app, id, ['requested'], viewer.id);
      await returnAmount(app, id, found);
      await close(app, id, 'canceled', {});
    });
  },
);

export const longestReference = 100;

/** Marks a payout as paid, with the reference of the payment. */
export const markPaid = verb(
  { name: 'wallet.mark-paid', who: 'operator' },
  async (app: App, operator: Viewer, id: string, typed: string): Promise<void> => {
    const reference = toLine(typed);
    if (reference === '') throw invalid('reference', msg('Enter the reference of the payment'));
    if (reference.length > longestReference)
      throw invalid(
        'reference',
        msg('A reference can have at most {longestReference} characters', { longestReference }),
      );
    await inTransaction(app, async (app) => {
      const { person, amount } = await lockOpen(app, id, ['approved']);
      await transfer(app, [{ from: held(person), to: payout, amount, kind: 'payout' }], {
        key: `payout:${id}:paid`,
        cause: { subject: 'payout', id },
      });
      await close(app, id, 'paid', { decided_by: operator.id, reference });
      const sum = formatMoney(app.config, amount);
      await addAuditEntry(app, operator.id, 'payout.pay', `payout ${id}`, `${sum}, ${reference}`);
      await notify(app, { to: person, kind: 'money', money: { event: 'payout_paid', amount } });
      await mailAccount(app, person, () => ({
        subject: t('Your payout of {sum} was paid', { sum }),
        text: t(
          '{sum} was paid to you. Payment reference: {reference}\n\nYour payouts: {plazaUrl}/settings/wallet/payouts\n',
          { sum, reference, plazaUrl: app.config.plazaUrl },
        ),
      }));
    });
  },
);

interface OpenPayout {
  person: string;
  amount: bigint;
  source: LedgerAccount;
}

/** Locks and returns a payout in one of these states, optionally of one owner. */
async function lockOpen(
  { db }: App,
  id: string,
  states: readonly PayoutState[],
  ownerId?: string,
): Promise<OpenPayout> {
  const row = await db
    .selectFrom('social.payout')
    .where('id', '=', id)
    .select(['account_id', 'amount', 'source', 'state'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || (ownerId !== undefined && row.account_id !== ownerId)) throw missing(msg('Payout'));
  if (!states.includes(row.state as PayoutState) || row.account_id === null)
    throw new Problem(
      'conflict',
      msg(
        '{state, select, requested {This payout is still pending} approved {This payout is already approved} refused {This payout was rejected} canceled {This payout was canceled} other {This payout is already paid}}',
        { state: row.state },
      ),
    );
  return {
    person: row.account_id,
    amount: BigInt(row.amount),
    source: row.source === 'wallet' ? wallet(row.account_id) : earnings(row.account_id),
  };
}

const returnAmount = (app: App, id: string, { person, amount, source }: OpenPayout) =>
  transfer(app, [{ from: held(person), to: source, amount, kind: 'payout_returned' }], {
    key: `payout:${id}:return`,
    cause: { subject: 'payout', id },
  });

const close = (
  { db, clock }: App,
  id: string,
  state: PayoutState,
  change: { decided_by?: string; reason?: string; reference?: string },
) =>
  db
    .updateTable('social.payout')
    .set({ state, ...change, decided_at: clock.now() })
    .where('id', '=', id)
    .execute();
