import type { App } from '../../platform/app.ts';
import { paymentColumns } from './payments.ts';
import type { StoredPayment } from './payments.ts';

type Store = Pick<App, 'db' | 'clock'>;

/** Lists payments with an unknown outcome and an expired lease, least recently checked first. */
export const listOpenPayments = (app: Store, max: number): Promise<StoredPayment[]> =>
  app.db
    .selectFrom('paid.payment')
    .select(paymentColumns)
    .where('state', 'in', ['settling', 'unknown'])
    .where('lease_until', '<', app.clock.now())
    .orderBy('lease_until')
    .limit(max)
    .execute();

/** Returns a payment with an unknown outcome. */
export const findUnknown = (app: Store, id: string): Promise<StoredPayment | undefined> =>
  app.db
    .selectFrom('paid.payment')
    .select(paymentColumns)
    .where('id', '=', id)
    .where('state', '=', 'unknown')
    .executeTakeFirst();

export async function getPaymentState(app: Store, id: string): Promise<string> {
  const { state } = await app.db
    .selectFrom('paid.payment')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
}

/** Refuses payments of processes that died before settlement, which were not charged. */
export async function refuseInterrupted(app: Store): Promise<void> {
  await app.db
    .updateTable('paid.payment')
    .set({ state: 'refused', reason: 'interrupted', quote: null, client_id: null, request: '{}' })
    .set('attempt', (set) => set('attempt', '+', 1))
    .where('state', '=', 'claimed')
    .where('lease_until', '<', app.clock.now())
    .execute();
}

/** Releases the leases of all open payments. */
export async function freeAllLeases(app: Store): Promise<void> {
  const now = app.clock.now();
  await app.db
    .updateTable('paid.payment')
    .set({ lease_until: new Date(now.getTime() - 1) })
    .where('state', 'in', ['claimed', 'settling', 'unknown'])
    .where('lease_until', '>=', now)
    .execute();
}

interface Before {
  answers: Date;
  refused: Date;
}

/**
 * Deletes responses and uncharged payments older than these times. Payments with an unknown outcome keep
 * their response.
 */
export async function deleteOldPayments(app: Pick<App, 'db'>, { answers, refused }: Before): Promise<void> {
  await app.db
    .deleteFrom('paid.response')
    .where('stored_at', '<', answers)
    .where((where) =>
      where.exists(
        where
          .selectFrom('paid.payment')
          .select('id')
          .whereRef('id', '=', 'payment_id')
          .where('state', 'in', ['settled', 'refused']),
      ),
    )
    .execute();
  await app.db
    .deleteFrom('paid.payment')
    .where('state', '=', 'refused')
    .where('created_at', '<', refused)
    .execute();
}
