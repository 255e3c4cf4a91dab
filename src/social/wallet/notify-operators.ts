import { listOperators } from '../../identity/operators/operators.ts';
import type { App } from '../../platform/app.ts';
import type { MoneyEvent } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';

/** Notifies all operators of a pending payment. */
export async function notifyOperators(app: App, event: MoneyEvent, amount: bigint): Promise<void> {
  for (const { id } of await listOperators(app))
    await notify(app, { to: id, kind: 'money', money: { event, amount } });
}
