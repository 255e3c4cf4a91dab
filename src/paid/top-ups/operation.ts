import { Type } from 'typebox';
import { usdcPath, usdcRecipient, usdcSum } from '../../social/wallet/top-ups/usdc.ts';
import { plainMoney } from '../../social/wallet/money/money.ts';
import { paidOperation } from '../operation.ts';
import { bySum } from '../price.ts';

/** Tops up a wallet: the price is the sum, and what is paid is credited once it is settled. */
export const topUpOperation = paidOperation({
  path: usdcPath,
  title: 'Top up a wallet',
  summary: 'Credits the wallet of a member with what you pay',
  description:
    'The price is the amount that you name. It is credited to the wallet in dollars once the payment is settled, exactly once.',
  tag: 'Wallet',
  price: bySum('TOP_UP_MIN', 'TOP_UP_MAX'),
  input: Type.Object({
    username: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'User name of the member, such as `ada`' }),
    ),
    amount: Type.String({
      default: '5',
      maxLength: 20,
      description: 'Dollars to top up, such as `20` or `4.50`',
    }),
  }),
  output: Type.Object({
    username: Type.String(),
    amount: Type.String(),
    currency: Type.String({ description: 'ISO 4217' }),
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
