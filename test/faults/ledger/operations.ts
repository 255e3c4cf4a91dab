import {
  commission,
  earnings,
  held,
  type Leg,
  payout,
  provider,
  wallet,
} from '../../../src/social/wallet/ledger.ts';
import { saleLegs } from '../../../src/social/wallet/sales.ts';

export interface Operation {
  key: string;
  legs: Leg[];
}

const config = { COMMISSION_PERCENT: 5 } as Parameters<typeof saleLegs>[0]['config'];

/** Returns a worker's operations among these accounts, the same for the same seed after every restart. */
export function operationsOf(seed: number, count: number, people: readonly string[]): Operation[] {
  const random = numbers(seed);
  return Array.from({ length: count }, (_, index) => ({
    key: `op:${seed}:${index}`,
    legs: legsOf(random, people),
  }));
}

function legsOf(random: (below: number) => number, people: readonly string[]): Leg[] {
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T;
  const [a, b] = [pick(people), pick(people)];
  const amount = BigInt(random(1000) + 1);
  return pick<Leg[]>([
    [{ from: provider('stripe'), to: wallet(a), amount, kind: 'top_up' }],
    [{ from: wallet(a), to: provider('stripe'), amount, kind: 'top_up_refund' }],
    [{ from: earnings(a), to: held(a), amount, kind: 'payout_held' }],
    [{ from: held(a), to: payout, amount, kind: 'payout' }],
    saleLegs({ config }, { buyer: a, seller: b, price: amount, kind: 'tip' }),
    [
      { from: earnings(b), to: wallet(a), amount, kind: 'refund' },
      { from: commission, to: wallet(b), amount: 1n, kind: 'gift' },
    ],
  ]);
}

/** A random generator of integers below a limit, deterministic by seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
