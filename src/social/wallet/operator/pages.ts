import { formatNumber, t } from '../../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { minutes } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../../web/form.ts';
import { checkLedger, getTotals } from '../balances.ts';
import { approvePayout, markPaid, refusePayout } from '../payouts/decide-payout.ts';
import { listPayouts } from '../payouts/payouts.ts';
import { refundTopUp } from '../stripe/refund.ts';
import { confirmBankTransfer, getReceipt, refuseBankTransfer } from '../top-ups/bank-transfer.ts';
import { creditWallet, reverseCredit } from '../top-ups/credit.ts';
import { listTopUps, getTopUp } from '../top-ups/top-ups.ts';
import { FormKey } from '../frame.ts';
import { creditsPath, creditsView, returnView } from './credits-view.ts';
import {
  bankTransfersPath,
  bankTransfersView,
  operatorPayoutsView,
  payoutDecisionsPath,
} from './decisions-view.ts';
import { ledgerView, walletsPath } from './ledger-view.ts';

const operator = pagesFor('operator');
const text = (maxLength: number) => Type.String({ maxLength, default: '' });
const Listed = Type.Object({
  show: Type.Enum(['waiting', 'all'], { default: 'waiting' }),
  before: Type.Optional(Id),
});
const Reason = Type.Object({ reason: text(5000) });
const first = { show: 'waiting', before: undefined } as const;

interface Shown {
  show: 'waiting' | 'all';
  before?: string | undefined;
}
type Refusal = { id: string; state: FormState } | undefined;

const showBankTransfers = async (app: App, { show, before }: Shown, refusal?: Refusal) =>
  bankTransfersView({
    config: app.config,
    shown: show,
    page: await listTopUps(app, {
      provider: 'bank',
      before,
      ...(show === 'waiting' && { state: 'pending' }),
    }),
    isFirst: before === undefined,
    refusal,
  });

const showPayouts = async (app: App, { show, before }: Shown, refusal?: Refusal) =>
  operatorPayoutsView({
    config: app.config,
    shown: show,
    page: await listPayouts(app, {
      before,
      ...(show === 'waiting' && { states: ['requested', 'approved'] as const }),
    }),
    isFirst: before === undefined,
    refusal,
  });

const showCredits = async (app: App, before?: string, state: FormState = {}) =>
  creditsView({
    config: app.config,
    topUps: await listTopUps(app, { before }),
    isFirst: before === undefined,
    state,
  });

/** Wallets of all members, for operators. */
export const walletsPages = [
  operator.get({
    path: walletsPath,
    handle: async ({ app }) => ledgerView({ config: app.config, totals: await getTotals(app) }),
  }),
  operator.post({
    path: `${walletsPath}/check`,
    limit: { by: ['account'], calls: 10, within: minutes(5) },
    handle: async ({ app }) => {
      const { mistakes, transfers } = await checkLedger(app);
      const [mistake] = mistakes;
      return redirect(
        walletsPath,
        mistake
          ? {
              kind: 'error',
              text: t('The ledger is not balanced: {where} {message}', {
                where: mistake.where,
                message: mistake.message,
              }),
            }
          : {
              kind: 'success',
              text: t('The ledger is balanced: {transfers} transfers', {
                transfers: formatNumber(transfers),
              }),
            },
      );
    },
  }),
  operator.get({
    path: bankTransfersPath,
    query: Listed,
    handle: ({ app, query }) => showBankTransfers(app, query),
  }),
  operator.get({
    path: `${bankTransfersPath}/:id/receipt`,
    params: ById,
    handle: async ({ app, params }) => {
      const { type, body } = await getReceipt(app, params.id);
      return {
        type,
        body,
        headers: {
          'content-disposition': `attachment; filename="receipt-${params.id}.${type.split('/')[1] ?? 'bin'}"`,
          'cache-control': 'no-store',
        },
      };
    },
  }),
  operator.post({
    path: `${bankTransfersPath}/:id/confirm`,
    verb: confirmBankTransfer,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await confirmBankTransfer(app, viewer, params.id);
      return redirect(bankTransfersPath, { kind: 'success', text: t('Wallet credited') });
    },
  }),
  operator.post({
    path: `${bankTransfersPath}/:id/refuse`,
    verb: refuseBankTransfer,
    params: ById,
    body: Reason,
    handle: async ({ app, viewer, params, body }) => {
      await refuseBankTransfer(app, viewer, params.id, body.reason);
      return redirect(bankTransfersPath, { kind: 'success', text: t('Bank transfer rejected') });
    },
    again: ({ app, params, body }, problem) =>
      showBankTransfers(app, first, { id: params.id, state: refused(body, problem) }),
  }),
  operator.get({
    path: payoutDecisionsPath,
    query: Listed,
    handle: ({ app, query }) => showPayouts(app, query),
  }),
  operator.post({
    path: `${payoutDecisionsPath}/:id/approve`,
    verb: approvePayout,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await approvePayout(app, viewer, params.id);
      return redirect(payoutDecisionsPath, { kind: 'success', text: t('Payout approved') });
    },
  }),
  operator.post({
    path: `${payoutDecisionsPath}/:id/refuse`,
    verb: refusePayout,
    params: ById,
    body: Reason,
    handle: async ({ app, viewer, params, body }) => {
      await refusePayout(app, viewer, params.id, body.reason);
      return redirect(payoutDecisionsPath, { kind: 'success', text: t('Payout rejected') });
    },
    again: ({ app, params, body }, problem) =>
      showPayouts(app, first, { id: params.id, state: refused(body, problem) }),
  }),
  operator.post({
    path: `${payoutDecisionsPath}/:id/paid`,
    verb: markPaid,
    params: ById,
    body: Type.Object({ reference: text(1000) }),
    handle: async ({ app, viewer, params, body }) => {
      await markPaid(app, viewer, params.id, body.reference);
      return redirect(payoutDecisionsPath, { kind: 'success', text: t('Payout marked as paid') });
    },
    again: ({ app, params, body }, problem) =>
      showPayouts(app, first, { id: params.id, state: refused(body, problem) }),
  }),
  operator.get({
    path: creditsPath,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: ({ app, query }) => showCredits(app, query.before),
  }),
  operator.post({
    path: creditsPath,
    verb: creditWallet,
    body: Type.Object({ username: text(200), amount: text(50), reason: text(5000), key: FormKey }),
    handle: async ({ app, viewer, body }) => {
      await creditWallet(app, viewer, body);
      return redirect(creditsPath, { kind: 'success', text: t('Wallet credited') });
    },
    again: ({ app, body }, problem) => showCredits(app, undefined, refused(body, problem)),
  }),
  operator.get({
    path: `${creditsPath}/:id/return`,
    params: ById,
    handle: async ({ app, params }) => returnView(app.config, await getTopUp(app, params.id)),
  }),
  operator.post({
    path: `${creditsPath}/:id/return`,
    verb: reverseCredit,
    params: ById,
    body: Reason,
    handle: async ({ app, viewer, params, body }) => {
      const { provider } = await getTopUp(app, params.id);
      const refund = provider === 'stripe' ? refundTopUp : reverseCredit;
      await refund(app, viewer, params.id, body.reason);
      return redirect(creditsPath, {
        kind: 'success',
        text: provider === 'stripe' ? t('Top-up refunded') : t('Credit reversed'),
      });
    },
    again: async ({ app, params, body }, problem) =>
      returnView(app.config, await getTopUp(app, params.id), refused(body, problem)),
  }),
];
