import { days } from '../../../src/kernel/time.ts';
import { renewDue } from '../../../src/social/memberships/renewal.ts';
import { startSession } from '../../../src/identity/sessions/sessions.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { addPerson } from '../../world.ts';
import type { Enter, Person } from '../person.ts';
import type { Market } from './market.ts';
import { topUpByBank, topUpByCard, topUpByOperator, topUpInUsdc } from './top-up-journeys.ts';

type Cookies = Record<string, string>;
const device = { createdVia: 'page', userAgent: '', address: '' } as const;

/** Returns the cookies of a signed-in account. */
export const cookiesOf = async (app: Market['app'], person: Viewer): Promise<Cookies> => ({
  c_user: person.id,
  xs: await startSession(app, person.id, device),
});

/** The text behind the paywall. */
const secret = 'Fold the dough four times';

async function addPlan(creator: Person, title: string, price: string): Promise<void> {
  await creator.open('/settings/monetization/new');
  await creator.fill('Title', title);
  await creator.fill('Price', price);
  await creator.fill('Benefits optional', `Everything for ${title}`);
  await creator.press('Add plan');
  await creator.sees('Plan added');
}

async function hasBalance(person: Person, sum: string): Promise<void> {
  await person.open('/settings/wallet');
  await person.sees(sum);
}

/**
 * A person becomes a creator. Another tops up by each provider, pays, reads, runs out of funds, recovers,
 * cancels and is refunded. The operator pays out.
 */
export async function monetizationJourney(
  enter: Enter,
  market: Market,
  operatorCookies: Cookies,
  suffix: string,
): Promise<void> {
  const { app, plaza } = market;
  const start = app.clock.now().getTime();
  const renewAfter = (n: number) => renewDue({ ...app, clock: { now: () => new Date(start + days(n)) } });
  const [creatorName, readerName] = [`creator_${suffix}`, `reader_${suffix}`];
  const [creator, reader, operator] = await Promise.all([
    enter(plaza, await cookiesOf(app, await addPerson(app, creatorName))),
    enter(plaza, await cookiesOf(app, await addPerson(app, readerName))),
    enter(plaza, operatorCookies),
  ]);

  await addPlan(creator, 'Supporter', '4.50');
  await addPlan(creator, 'Patron', '20');
  await creator.open('/articles/new');
  await creator.fill('Title', 'Bread');
  await creator.fill('Text', secret);
  await creator.unfold('Category, tags, price and more');
  await creator.choose('Included for optional', 'Subscribers of Supporter and above');
  await creator.fill('Price to unlock optional', '9');
  await creator.fill('Preview for everyone else optional', 'How I bake');
  await creator.press('Publish');
  await creator.sees('Only people who paid for it can see all of this');
  const article = creator.address();

  await reader.open(article);
  await reader.sees('How I bake');
  await reader.seesNot(secret);
  await reader.sees('Subscribe from $4.50 a month, or unlock this post for $9.00.');
  await reader.follow('Subscribe');
  await reader.sees('Your wallet is $4.50 short');
  await reader.follow('Top up your wallet');
  await topUpByCard(reader, '5');
  await reader.press('Subscribe for $4.50');
  await reader.sees('You are subscribed');
  await reader.sees(secret);
  await hasBalance(reader, '$0.50');
  await topUpByBank({ reader, operator, creator }, '5');
  await hasBalance(reader, '$5.50');
  await topUpByOperator(operator, readerName, '2');
  await hasBalance(reader, '$7.50');
  await reader.open(article);
  await reader.open(await reader.linkLike(/^\/posts\/\d+\/menu$/));
  const tip = await reader.linkLike(/^\/tip\/post\//);
  await reader.open(tip);
  await reader.fill('Amount (USD)', '4');
  await reader.fill('Message optional', 'Lovely crust');
  await reader.press('Send tip');
  await reader.sees('Tip sent');

  await renewAfter(32);
  await reader.open('/settings/subscriptions');
  await reader.sees('Past due');
  await topUpInUsdc(market, reader, { username: readerName, other: creatorName, amount: '6' });
  await hasBalance(reader, '$9.50');
  await reader.open('/settings/subscriptions');
  await reader.press('Pay now');
  await reader.sees('Renews on');
  await reader.press('Unsubscribe');
  await reader.sees('Canceled. You have access until');
  await reader.press('Resume');
  await reader.press('Unsubscribe');
  await reader.open(article);
  await reader.sees(secret);
  await renewAfter(70);
  await reader.open(article);
  await reader.seesNot(secret);

  await creator.open('/settings/monetization/sales');
  await creator.sees('Lovely crust');
  await creator.press('Refund');
  await creator.sees('Refunded');
  await reader.open('/settings/wallet');
  await reader.sees('Refund');

  await creator.open('/settings/wallet/payouts');
  await creator.fill('Amount in USD', '3');
  await creator.fill('Pay to', 'DE02 1203 0000 0000 2020 51');
  await creator.press('Request payout');
  await creator.sees('Requested');
  await operator.open('/operator/wallets/payouts');
  await operator.press('Approve');
  await operator.fill('Reference of your payment', `Transfer ${readerName}`);
  await operator.press('Mark as paid');
  await creator.open('/settings/wallet/payouts');
  await creator.sees(`Transfer ${readerName}`);
  for (const person of [creator, reader, operator]) await person.leave();
}
