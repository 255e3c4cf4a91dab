import type { App } from '../../platform/app.ts';
import { paymentColumns } from './payments.ts';
import type { StoredPayment } from './payments.ts';

type Store = Pick<App, 'db' | 'clock'>;

/** Payments of which it is not known whether they were settled, and on which nobody works: those looked at longest ago first. */
export const listOpenPayments = (app: Store, max: number): Promise<StoredPayment[]> =>
  app.db
    .selectFrom('paid.payment')
    .select(paymentColumns)
    .where('state', 'in', ['settling', 'unknown'])
    .where('lease_until', '<', app.clock.now())
    .orderBy('lease_until')
    .limit(max)
    .execute();

/** A payment of which it is not known whether it was settled. */
export const findUnknown = (app: Store, id: string): Promise<StoredPayment | undefined> =>
  app.db
    .selectFrom('paid.payment')
    .select(paymentColumns)
    .where('id', '=', id)
    .where('state', '=', 'unknown')
    .executeTakeFirst();

export async function readState(app: Store, id: string): Promise<string> {
  const { state } = await app.db
    .selectFrom('paid.payment')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
}

/** What died before it was to be settled was not charged. */
export async function refuseInterrupted(app: Store): Promise<void> {
  await app.db
    .updateTable('paid.payment')
    .set({ state: 'refused', reason: 'interrupted', quote: null, client_id: null, request: '{}' })
    .set('attempt', (set) => set('attempt', '+', 1))
    .where('state', '=', 'claimed')
    .where('lease_until', '<', app.clock.now())
    .execute();
}

/** Has all open payments look as if nobody works on them. */
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

/** Deletes answers, and payments that were not charged, from before these times. What is unknown keeps its answer. */
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
