// Who paid what for paid content: every way a subscription, an unlock or a tip begins, changes and ends.
import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { days } from '../../kernel/time.ts';
import type { Viewer } from '../../platform/app.ts';
import { endAllMemberships } from './ending.ts';
import { addPlan, deleteMembershipPlan, updatePlan } from '../monetization/plans.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import type { NewPaywall } from '../posts/paywall.ts';
import { publishPost } from '../posts/publishing.ts';
import { connect } from '../relationships/connect.ts';
import { provider, transfer, wallet } from '../wallet/ledger.ts';
import { checkLedger } from '../wallet/balances.ts';
import { toMoney } from '../wallet/money.ts';
import { renewDue } from './renewal.ts';
import { cancelMembership, changePlan, resumeMembership, subscribeToPlan } from './subscribing.ts';
import { refundSale, tip, unlockPost } from './purchases.ts';

const monthly = { periodNum: '1', period: 'month', description: '' } as const;

/** A seller with three plans, something for the members of each, and one post that is sold alone. */
async function openShop(app: TestApp) {
  const { ada, bob, carol } = await createWorld(app);
  const plan = (title: string, price: string, more: object = {}) =>
    addPlan(app, ada, { type: 'profile', id: ada.id }, { ...monthly, title, price, ...more });
  const plans = {
    bronze: await plan('Bronze', '1', { trialDays: '14' }),
    silver: await plan('Silver', '10'),
    gold: await plan('Gold', '100'),
  };
  const sell = (kind: 'post' | 'article', paywall: Omit<NewPaywall, 'teaser'>) =>
    publishPost(app, ada, {
      ...(kind === 'article' && { kind, title: 'A title' }),
      text: 'Everything',
      privacy: 'public',
      photos: [],
      paywall: { teaser: '', ...paywall },
    });
  const content = {
    all: await sell('post', { isForMembers: true }),
    bronze: await sell('post', { isForMembers: true, planId: plans.bronze }),
    silver: await sell('article', { isForMembers: true, planId: plans.silver }),
    gold: await sell('article', { isForMembers: true, planId: plans.gold }),
    single: await sell('post', { isForMembers: false, price: '5' }),
  };
  let credits = 0;
  return {
    app,
    ada,
    bob,
    carol,
    plans,
    content,
    credit: (amount: string, person: Viewer = bob) =>
      transfer(
        app,
        [{ from: provider('operator'), to: wallet(person.id), amount: toMoney(amount), kind: 'credit' }],
        { key: `credit ${(credits += 1)} of ${person.id}`, cause: { subject: 'credit' } },
      ),
    lastSale: async () =>
      (
        await app.db
          .selectFrom('social.sale')
          .where('buyer_id', '=', bob.id)
          .orderBy('id', 'desc')
          .select('id')
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id,
    /** Lets time pass, and renews what is due. */
    pass: async (count: number) => {
      app.clock.turn(days(count));
      await renewDue(app);
    },
    /** The names of the content that a person reads. */
    reads: async (person: Viewer = bob) => {
      const found: string[] = [];
      for (const [name, id] of Object.entries(content))
        if ((await getPost(app, person, id)).text === 'Everything') found.push(name);
      return found.join(' ');
    },
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;
type Act = (shop: Shop) => Promise<unknown>;

const join =
  (plan: keyof Shop['plans']): Act =>
  ({ app, bob, plans }) =>
    subscribeToPlan(app, bob, plans[plan]);
const own = async ({ app, bob }: Shop) =>
  (
    await app.db
      .selectFrom('social.membership')
      .where('account_id', '=', bob.id)
      .orderBy('id', 'desc')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;
const change =
  (plan: keyof Shop['plans']): Act =>
  async (shop) =>
    changePlan(shop.app, shop.bob, await own(shop), shop.plans[plan]);
const cannot =
  (act: Act, code: string): Act =>
  (shop) =>
    assert.rejects(act(shop), { code });
const credit =
  (amount: string): Act =>
  ({ credit }) =>
    credit(amount);
const pass =
  (count: number): Act =>
  ({ pass }) =>
    pass(count);
const cancel: Act = async (shop) => cancelMembership(shop.app, shop.bob, await own(shop));
const resume: Act = async (shop) => resumeMembership(shop.app, shop.bob, await own(shop));
const refund: Act = async ({ app, ada, lastSale }) => refundSale(app, ada, await lastSale());
const unlock =
  (name: keyof Shop['content']): Act =>
  ({ app, bob, content }) =>
    unlockPost(app, bob, content[name]);
const price =
  (plan: keyof Shop['plans'], price: string): Act =>
  ({ app, ada, plans }) =>
    updatePlan(app, ada, plans[plan], { price });

/** What happens, and what the buyer then reads. */
const rows: [what: string, acts: Act[], reads: string][] = [
  ['nothing', [], ''],
  ['an empty wallet', [cannot(join('silver'), 'insufficient_funds')], ''],
  [
    'a tip',
    [
      credit('9'),
      ({ app, bob, ada }) =>
        tip(app, bob, { for: { type: 'profile', id: ada.id }, amount: '9', message: '', key: 'a' }),
    ],
    '',
  ],
  ['a plan', [credit('10'), join('silver')], 'all bronze silver'],
  ['the highest plan', [credit('100'), join('gold')], 'all bronze silver gold'],
  ['a trial', [join('bronze')], 'all bronze'],
  [
    'a trial changed to a higher plan without money',
    [join('bronze'), cannot(change('gold'), 'insufficient_funds')],
    'all bronze',
  ],
  [
    'a trial changed to a higher plan for less than its price',
    [join('bronze'), credit('99'), cannot(change('gold'), 'insufficient_funds')],
    'all bronze',
  ],
  [
    'a trial changed to a higher plan for its price',
    [join('bronze'), credit('100'), change('gold')],
    'all bronze silver gold',
  ],
  [
    'a trial changed by two steps',
    [join('bronze'), credit('10'), change('silver'), cannot(change('gold'), 'insufficient_funds')],
    'all bronze silver',
  ],
  [
    'a trial changed to a higher plan that is refunded',
    [join('bronze'), credit('100'), change('gold'), refund],
    '',
  ],
  ['a trial that ended unpaid', [join('bronze'), pass(15)], ''],
  [
    'a trial that ended unpaid, changed to a higher plan',
    [join('bronze'), pass(15), (shop) => assert.rejects(change('gold')(shop))],
    '',
  ],
  ['a trial that was paid later', [join('bronze'), pass(15), credit('1'), pass(1)], 'all bronze'],
  ['a trial that was canceled', [join('bronze'), cancel], 'all bronze'],
  ['a trial that was canceled and ended', [join('bronze'), cancel, pass(15)], ''],
  [
    'a trial after a trial',
    [join('bronze'), cancel, pass(15), cannot(join('bronze'), 'insufficient_funds')],
    '',
  ],
  [
    'an upgrade',
    [credit('99'), join('silver'), cannot(change('gold'), 'insufficient_funds'), credit('1'), change('gold')],
    'all bronze silver gold',
  ],
  ['an upgrade that is refunded', [credit('200'), join('silver'), change('gold'), refund], ''],
  ['a downgrade', [credit('100'), join('gold'), change('bronze')], 'all bronze silver gold'],
  ['a downgrade after the renewal', [credit('101'), join('gold'), change('bronze'), pass(32)], 'all bronze'],
  ['a canceled plan', [credit('10'), join('silver'), cancel], 'all bronze silver'],
  ['a canceled plan that ended', [credit('20'), join('silver'), cancel, pass(32)], ''],
  ['a resumed plan', [credit('20'), join('silver'), cancel, resume, pass(32)], 'all bronze silver'],
  ['a paid plan in its grace period', [credit('10'), join('silver'), pass(32)], 'all bronze silver'],
  ['a paid plan after its grace period', [credit('10'), join('silver'), pass(32), pass(8), pass(8)], ''],
  ['a refund of the current period', [credit('10'), join('silver'), refund], ''],
  [
    'a plan that became more expensive after the purchase',
    [
      credit('1'),
      price('bronze', '0.5'),
      (shop) => subscribeToPlan(shop.app, shop.bob, shop.plans.bronze),
      price('bronze', '500'),
    ],
    'all bronze',
  ],
  [
    'a plan that the seller deleted',
    [credit('10'), join('silver'), ({ app, ada, plans }) => deleteMembershipPlan(app, ada, plans.silver)],
    'all bronze silver',
  ],
  [
    'the end of all subscriptions',
    [
      credit('10'),
      join('silver'),
      ({ app, ada }) => endAllMemberships(app, ada, { type: 'profile', id: ada.id }),
    ],
    '',
  ],
  [
    'a block by the seller, at the renewal',
    [
      credit('20'),
      join('silver'),
      ({ app, ada, bob }) => connect(app, ada, 'block', bob.id),
      ({ app, ada, bob }) => connect(app, ada, 'unblock', bob.id),
      pass(1),
    ],
    'all bronze silver',
  ],
  ['an unlock', [credit('5'), unlock('single')], 'single'],
  ['an unlock without money', [cannot(unlock('single'), 'insufficient_funds')], ''],
  ['an unlock that is refunded', [credit('5'), unlock('single'), refund], ''],
  [
    'an unlock after a refund without money',
    [
      credit('5'),
      unlock('single'),
      refund,
      ({ app, bob, ada }) =>
        tip(app, bob, { for: { type: 'profile', id: ada.id }, amount: '5', message: '', key: 'b' }),
      cannot(unlock('single'), 'insufficient_funds'),
    ],
    '',
  ],
  [
    'an unlock of what only members read',
    [credit('50'), (shop) => assert.rejects(unlock('gold')(shop), { kind: 'conflict' })],
    '',
  ],
];

for (const [what, acts, expected] of rows)
  test(`after ${what}, the buyer reads ${expected || 'nothing'}`, async (app) => {
    const shop = await openShop(app);
    for (const act of acts) await act(shop);
    assert.equal(await shop.reads(), expected);
    assert.equal(await shop.reads(shop.carol), '', 'somebody else');
    assert.equal(await shop.reads(shop.ada), 'all bronze silver gold single', 'the seller');
    assert.deepEqual((await checkLedger(app)).mistakes, []);
  });
