import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { forfeitBalance, getBalances, moveEarnings } from './balances.ts';
import { cancelPayout } from './payouts/decide-payout.ts';
import { listPayouts, payoutSources, requestPayout } from './payouts/payouts.ts';
import {
  cursorPattern,
  listStatement,
  statementCsv,
  StatementQuery,
  toStatementFilter,
} from './statement/entries.ts';
import { getReceiptOf, receiptView } from './statement/receipt.ts';
import { FormKey, walletPath } from './frame.ts';
import { payoutsPath, payoutsView } from './payouts/payouts-view.ts';
import { walletView } from './statement/wallet-view.ts';

const member = pagesFor('member');
const line = Type.String({ maxLength: 50, default: '' });
const Cursor = Type.Optional(Type.String({ pattern: cursorPattern }));
const emptyFilter = toStatementFilter({ account: 'wallet', direction: 'all', kind: '', from: '', to: '' });

async function showWallet(
  app: App,
  viewer: Viewer,
  {
    filter = emptyFilter,
    cursor,
    state = {},
  }: { filter?: typeof emptyFilter; cursor?: string | undefined; state?: FormState },
) {
  return walletView({
    config: app.config,
    balances: await getBalances(app, viewer.id),
    filter,
    entries: await listStatement(app, viewer.id, filter, { cursor }),
    isFirst: cursor === undefined,
    state,
  });
}

const showPayouts = async (
  app: App,
  viewer: Viewer,
  { before, state = {} }: { before?: string | undefined; state?: FormState },
) =>
  payoutsView({
    config: app.config,
    balances: await getBalances(app, viewer.id),
    payouts: await listPayouts(app, { ownerId: viewer.id, before }),
    isFirst: before === undefined,
    state,
  });

/** Pages of the viewer's wallet. */
export const walletPages = [
  member.get({
    path: walletPath,
    query: Type.Object({ ...StatementQuery.properties, cursor: Cursor }),
    handle: ({ app, viewer, query }) =>
      showWallet(app, viewer, { filter: toStatementFilter(query), cursor: query.cursor }),
  }),
  member.get({
    path: `${walletPath}/statement.csv`,
    limit: { by: ['account'], calls: 20, within: minutes(5) },
    query: StatementQuery,
    handle: ({ app, viewer, query }) => ({
      type: 'text/csv; charset=utf-8',
      body: statementCsv(app, viewer.id, toStatementFilter(query)),
      headers: { 'content-disposition': 'attachment; filename="statement.csv"' },
    }),
  }),
  member.get({
    path: `${walletPath}/transactions/:id`,
    params: ById,
    handle: async ({ app, viewer, params }) =>
      receiptView(app, await getReceiptOf(app, viewer.id, params.id), viewer),
  }),
  member.post({
    path: `${walletPath}/move`,
    verb: moveEarnings,
    body: Type.Object({ amount: line, key: FormKey }),
    handle: async ({ app, viewer, body }) => {
      await moveEarnings(app, viewer, body);
      return redirect(walletPath, { kind: 'success', text: t('Moved to your wallet') });
    },
    again: ({ app, viewer, body }, problem) => showWallet(app, viewer, { state: refused(body, problem) }),
  }),
  member.post({
    path: `${walletPath}/give-up`,
    verb: forfeitBalance,
    body: Type.Object({ agreed: Type.Enum(['', 'on'], { default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      if (body.agreed !== 'on') throw invalid('agreed', msg('Confirm that you forfeit your balance'));
      await forfeitBalance(app, viewer.id);
      return redirect(walletPath, { kind: 'success', text: t('Your balance was forfeited') });
    },
    again: ({ app, viewer, body }, problem) => showWallet(app, viewer, { state: refused(body, problem) }),
  }),
  member.get({
    path: payoutsPath,
    query: Type.Object({ before: Type.Optional(Id) }),
    handle: ({ app, viewer, query }) => showPayouts(app, viewer, query),
  }),
  member.post({
    path: payoutsPath,
    verb: requestPayout,
    body: Type.Object({
      source: Type.Enum([...payoutSources], { default: 'earnings' }),
      amount: line,
      destination: Type.String({ maxLength: 5000, default: '' }),
      key: FormKey,
    }),
    handle: async ({ app, viewer, body }) => {
      await requestPayout(app, viewer, body);
      return redirect(payoutsPath, { kind: 'success', text: t('Payout requested') });
    },
    again: ({ app, viewer, body }, problem) => showPayouts(app, viewer, { state: refused(body, problem) }),
  }),
  member.post({
    path: `${payoutsPath}/:id/cancel`,
    verb: cancelPayout,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await cancelPayout(app, viewer, params.id);
      return redirect(payoutsPath, { kind: 'success', text: t('Payout canceled') });
    },
  }),
];
