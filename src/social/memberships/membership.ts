import { days } from '../../kernel/time.ts';
import type { Period, Seller } from '../monetization/plan.ts';
import type { Person } from '../people/person.ts';

/** How long access continues when the wallet does not cover a renewal. */
export const grace = days(7);
/** How long before a renewal a new price must be announced. */
export const notice = days(7);

/** The price and length of a billing period. */
export interface Terms {
  /** An amount such as `4.50`. */
  price: string;
  period: Period;
  periodNum: number;
}

export type EndReason = 'canceled' | 'unpaid' | 'refunded' | 'closed' | 'blocked';

/** A subscription by the viewer or to the viewer. */
export interface Membership extends Terms {
  id: string;
  plan: { id: string; title: string };
  seller: Seller & { name: string; href: string };
  subscriber: Person;
  startedAt: Date;
  periodEnd: Date;
  isTrial: boolean;
  canceledAt: Date | null;
  /** The plan that applies from the next renewal on. */
  nextPlan: { id: string; title: string } | null;
  pastDueAt: Date | null;
  endedAt: Date | null;
  endedReason: EndReason | '';
}

export const subscriptionsPath = '/settings/subscriptions';
