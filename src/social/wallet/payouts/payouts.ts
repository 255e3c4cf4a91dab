import { sql } from 'kysely';
import { invalid, Problem, msg } from '../../../kernel/problem.ts';
import { cleanText, isBlank } from '../../../kernel/text.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../../platform/database/queries.ts';
import { notify } from '../../notify/notify.ts';
import { notifyOfMoney } from '../balances.ts';
import { earnings, held, transfer, wallet } from '../ledger.ts';
import { type Money, parseMoney, settingMoney } from '../money.ts';
import { minutes } from '../../../kernel/time.ts';

export type PayoutState = 'requested' | 'approved' | 'refused' | 'canceled' | 'paid';
export const payoutSources = ['earnings', 'wallet'] as const;
type PayoutSource = (typeof payoutSources)[number];

/** A payout request. Its money is held until it is paid or rejected. */
export interface Payout {
  id: string;
  source: PayoutSource;
  amount: Money;
  /** Bank details or another destination. */
  destination: string;
  state: PayoutState;
  reason: string;
  /** Reference of the operator's payment. */
  reference: string;
  createdAt: Date;
  decidedAt: Date | null;
  /** Null if the account was deleted. */
  person: { id: string; username: string; name: string } | null;
}

export const longestDestination = 500;

interface Asked {
  source: PayoutSource;
  amount: string;
  destination: string;
  /** Idempotency key. */
  key: string;
}

/** Requests a payout. The money is held until an operator pays or rejects it. */
export const requestPayout = verb(
  { name: 'wallet.request-payout', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, viewer: Viewer, asked: Asked): Promise<void> => {
    const { config } = app;
    const amount = parseMoney(config, asked.amount, {
      field: 'amount',
      min: settingMoney(config.PAYOUT_MIN),
    });
    const destination = cleanText(asked.destination, 'destination', longestDestination);
    if (isBlank(destination)) throw invalid('destination', msg('Enter where to send the payout'));
    const { source } = asked;
    await inTransaction(app, async (app) => {
      const added = await app.db
        .insertInto('social.payout')
        .values({
          account_id: viewer.id,
          source,
          amount: amount.toString(),
          destination,
          request_key: `${viewer.id}:${asked.key}`,
          created_at: app.clock.now(),
        })
        .onConflict((conflict) => conflict.column('request_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added)
        throw new Problem('conflict', msg('This form was already sent. Your payout was requested once.'));
      const from = source === 'earnings' ? earnings(viewer.id) : wallet(viewer.id);
      await hold(app, added.id, { from, to: held(viewer.id), amount });
      await notify(app, { to: viewer.id, kind: 'money', money: { event: 'payout_requested', amount } });
      await notifyOfMoney(app, 'payout_review', amount);
    });
  },
);

async function hold(
  app: App,
  id: string,
  leg: Pick<Parameters<typeof transfer>[1][number], 'from' | 'to' | 'amount'>,
): Promise<void> {
  try {
    await transfer(app, [{ ...leg, kind: 'payout_held' }], {
      key: `payout:${id}:hold`,
      cause: { subject: 'payout', id },
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'insufficient_funds')
      throw new Problem('unpaid', msg('The amount is more than your balance'), {
        field: 'amount',
        code: error.code,
        cause: error,
      });
    throw error;
  }
}

interface Filter {
  ownerId?: string;
  states?: readonly PayoutState[];
  before?: string | undefined;
}

const onPage = 20;

/** Returns payouts, newest first. */
export async function listPayouts({ db }: Pick<App, 'db'>, filter: Filter): Promise<CursorPage<Payout>> {
  const rows = await db
    .selectFrom('social.payout as payout')
    .leftJoin('identity.account as account', 'account.id', 'payout.account_id')
    .select(['payout.id', 'payout.source', 'payout.amount', 'payout.destination', 'payout.state'])
    .select(['payout.reason', 'payout.reference', 'payout.created_at', 'payout.decided_at'])
    .select(['account.id as account_id', 'account.username', 'account.first_name', 'account.last_name'])
    .$call(whenGiven(filter.ownerId, (query, owner) => query.where('payout.account_id', '=', owner)))
    .$call(
      whenGiven(filter.states, (query, states) =>
        query.where(
          'payout.state',
          'in',
          states.map((state) => sql.lit(state)),
        ),
      ),
    )
    .$call(whenGiven(filter.before, (query, id) => query.where('payout.id', '<', id)))
    .orderBy('payout.id', 'desc')
    .limit(onPage + 1)
    .execute();
  const items = rows.slice(0, onPage).map((row) => ({
    id: row.id,
    source: row.source as PayoutSource,
    amount: BigInt(row.amount),
    destination: row.destination,
    state: row.state as PayoutState,
    reason: row.reason,
    reference: row.reference,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    person: row.account_id
      ? {
          id: row.account_id,
          username: row.username ?? '',
          name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
        }
      : null,
  }));
  return { items, next: rows.length > onPage ? items.at(-1)?.id : undefined };
}
