import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { invalid, missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Choice } from '../../../web/components/fields/choice-field.ts';
import { type FormState, refused } from '../../../web/form.ts';
import { FormKey } from '../frame.ts';
import { plainMoney } from '../money.ts';
import { startCheckout } from '../stripe/checkout.ts';
import { attachReceipt, cancelTopUp, largestReceipt, requestBankTransfer } from './bank-transfer.ts';
import { getTopUp, listTopUps, toReturn } from './top-ups.ts';
import { offersUsdc, usdcSum } from './usdc.ts';
import { topUpWays } from './ways.ts';
import { topUpsPath, topUpsView, topUpView, usdcView } from './views.ts';

const member = pagesFor('member');
const ReturnTo = Type.Optional(Type.String({ maxLength: 400 }));
const path = `${topUpsPath}/:id`;

const show = async (
  app: App,
  viewer: Viewer,
  {
    before,
    return_to: returnTo,
    state = {},
  }: { before?: string | undefined; return_to?: string | undefined; state?: FormState },
) =>
  topUpsView({
    config: app.config,
    ways: topUpChoices(app.config),
    topUps: await listTopUps(app, { ownerId: viewer.id, before }),
    isFirst: before === undefined,
    returnTo: toReturn(returnTo),
    state,
  });

/** Pages of the viewer's top-ups. */
export const topUpPages = [
  member.get({
    path: topUpsPath,
    query: Type.Object({ before: Type.Optional(Id), return_to: ReturnTo }),
    handle: ({ app, viewer, query }) => show(app, viewer, query),
  }),
  member.post({
    path: topUpsPath,
    body: Type.Object({
      amount: Type.String({ maxLength: 50, default: '' }),
      way: Type.String({ maxLength: 20, default: '' }),
      key: FormKey,
      return_to: ReturnTo,
    }),
    handle: async ({ app, viewer, body }) => {
      if (!topUpChoices(app.config).some(({ value }) => value === body.way))
        throw invalid('way', msg('Choose a payment method'));
      const returnTo = toReturn(body.return_to);
      if (body.way === 'usdc') {
        const amount = plainMoney(usdcSum(app, body.amount));
        const query = new URLSearchParams({ amount, ...(returnTo && { return_to: returnTo }) });
        return redirect(`${topUpsPath}/usdc?${query.toString()}`);
      }
      const begin = body.way === 'stripe' ? startCheckout : requestBankTransfer;
      return redirect(`${topUpsPath}/${await begin(app, viewer, { ...body, returnTo })}`);
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, {
        return_to: typeof body.return_to === 'string' ? body.return_to : undefined,
        state: refused(body, problem),
      }),
  }),
  member.get({
    path: `${topUpsPath}/usdc`,
    query: Type.Object({ amount: Type.String({ maxLength: 20, default: '' }), return_to: ReturnTo }),
    handle: ({ app, viewer, query }) => {
      if (!offersUsdc(app.config)) throw missing(msg('Page'));
      return usdcView(app.config, {
        username: viewer.username,
        amount: usdcSum(app, query.amount || app.config.TOP_UP_MIN),
        returnTo: toReturn(query.return_to),
      });
    },
  }),
  member.get({
    path,
    params: ById,
    handle: async ({ app, viewer, params }) =>
      topUpView(app.config, await getTopUp(app, params.id, viewer.id)),
  }),
  member.post({
    path: `${path}/receipt`,
    verb: attachReceipt,
    params: ById,
    files: { fields: ['receipt'], max: 1, bytes: largestReceipt },
    handle: async ({ app, viewer, params, files }) => {
      await attachReceipt(app, viewer, params.id, files[0]);
      return redirect(`${topUpsPath}/${params.id}`, {
        kind: 'success',
        text: t('Receipt uploaded'),
      });
    },
    again: async ({ app, viewer, params }, problem) =>
      topUpView(app.config, await getTopUp(app, params.id, viewer.id), refused({ receipt: '' }, problem)),
  }),
  member.post({
    path: `${path}/cancel`,
    verb: cancelTopUp,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await cancelTopUp(app, viewer, params.id);
      return redirect(topUpsPath, { kind: 'success', text: t('Top-up canceled') });
    },
  }),
];

/** The top-up methods of this installation. */
const topUpChoices = (config: Config, ways = topUpWays(config)): Choice[] => [
  ...(ways.stripe
    ? [
        {
          value: 'stripe',
          label: t('Card'),
          hint: t('You pay with Stripe. The money is in your wallet immediately.'),
        },
      ]
    : []),
  ...(!ways.bank
    ? []
    : [
        {
          value: 'bank',
          label: t('Bank transfer'),
          hint: t('You get a reference. The operator confirms when the money arrives.'),
        },
      ]),
  ...(ways.usdc
    ? [
        {
          value: 'usdc',
          label: 'USDC',
          hint: t(
            'You or your agent pay over x402, on Base or Solana. The money is in your wallet immediately.',
          ),
        },
      ]
    : []),
];
