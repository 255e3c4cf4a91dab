import { Type } from 'typebox';
import { usdcPath, usdcRecipient, usdcSum } from '../../social/wallet/top-ups/usdc.ts';
import { plainMoney } from '../../social/wallet/money.ts';
import { paidOperation } from '../operation.ts';
import { bySum } from '../price.ts';

/** Tops up a wallet: the price is the sum in the input, credited when the payment is settled. */
export const topUpOperation = paidOperation({
  path: usdcPath,
  title: 'Top up a wallet',
  summary: 'Top up a member’s wallet with the amount paid',
  description:
    'The price is the amount in the request. It is credited to the wallet in dollars when the payment is settled, exactly once.',
  tag: 'Wallet',
  price: bySum('TOP_UP_MIN', 'TOP_UP_MAX'),
  input: Type.Object({
    username: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'Username of the member, such as `ada`' }),
    ),
    amount: Type.String({
      default: '5',
      maxLength: 20,
      description: 'Amount in dollars, such as `20` or `4.50`',
    }),
  }),
  output: Type.Object({
    username: Type.String(),
    amount: Type.String(),
    currency: Type.String({ description: 'ISO 4217 currency code' }),
  }),
  example: {
    input: { username: 'ada', amount: '20' },
    output: { username: 'ada', amount: '20', currency: 'USD' },
  },
  sum: (app, { amount }) => usdcSum(app, amount),
  credits: (app, { username }) => usdcRecipient(app, username),
  answer: async (app, { username, amount }) => {
    await usdcRecipient(app, username);
    const sum = plainMoney(usdcSum(app, amount));
    return { username: (username ?? '').replace(/^@/, ''), amount: sum, currency: app.config.CURRENCY };
  },
});
