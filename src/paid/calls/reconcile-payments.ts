import { Type } from 'typebox';
import { missing } from '../../kernel/problem.ts';
import { days, hours } from '../../kernel/time.ts';
import { type App, verb } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import {
  deleteOldPayments,
  findUnknown,
  freeAllLeases,
  getPaymentState,
  listOpenPayments,
  refuseInterrupted,
} from '../ledger/open-payments.ts';
import { endAttempt, resumeSettling, type StoredPayment } from '../ledger/payments.ts';
import type { FacilitatorRequest } from '../settlement/facilitator.ts';
import { findInLedger, walletNetwork } from '../wallet.ts';
import { findOnChain } from './x402-charge.ts';

const max = 50;

/**
 * Looks up payments that were in flight when a process died or the facilitator did not respond. Read-only:
 * nothing is charged for a buyer who has not retried.
 */
export async function reconcilePayments(app: App): Promise<void> {
  await refuseInterrupted(app);
  for (const payment of await listOpenPayments(app, max)) await reconcilePayment(app, payment);
}

/** At the start of a single process, no other process is working on payments. */
export async function reconcileAtStart(app: App): Promise<void> {
  const isAlone = app.config.embeddedDatabase && app.config.WORKERS <= 1;
  if (isAlone) await freeAllLeases(app);
  await reconcilePayments(app);
}

/** Looks up one payment immediately. Returns its new state. */
export const reconcileUnknown = verb(
  { name: 'paid-calls.reconcile', who: 'operator' },
  async (app: App, id: string): Promise<string> => {
    const payment = await findUnknown(app, id);
    if (!payment) throw missing('Payment');
    await reconcilePayment(app, payment);
    return getPaymentState(app, id);
  },
);

async function reconcilePayment(app: App, payment: StoredPayment): Promise<void> {
  const attempt = await resumeSettling(app, payment);
  if (!attempt) return;
  const found = await find(app, payment).catch((error: unknown) => {
    // A payment whose lookup fails stays unknown, visible to operators, and does not block others.
    app.log.error({ err: error, payment: payment.id }, 'a payment could not be looked up');
    return { is: 'away' as const };
  });
  const reason = payment.reason ?? 'interrupted';
  await endAttempt(
    app,
    attempt,
    found.is === 'paid'
      ? { is: 'settled', transaction: found.transaction }
      : { is: found.is === 'void' ? 'refused' : 'unknown', reason },
  );
}

const find = (app: App, { network, request, created_at }: StoredPayment) =>
  network === walletNetwork
    ? findInLedger(app, request as unknown as { key: string }, created_at)
    : findOnChain(app, request as unknown as FacilitatorRequest, created_at);

/** Deletes responses after a day, and uncharged payments after a month. */
export async function purgePayments(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  await deleteOldPayments(app, { answers: new Date(now - hours(24)), refused: new Date(now - days(30)) });
}

export const paidJobs = [
  job('paid.reconcile-payments', Type.Object({}), reconcilePayments, {
    cron: '*/5 * * * *',
    runner: 'network',
  }),
  job('paid.purge-payments', Type.Object({}), purgePayments, { cron: '23 * * * *' }),
];
