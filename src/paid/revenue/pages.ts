import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { requirePassword } from '../../identity/credentials/credentials.ts';
import type { App } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import { exportReceivingKeys, receivingAddresses } from '../addresses/receiving-addresses.ts';
import { reconcileUnknown } from '../calls/reconcile-payments.ts';
import { listUnsettled } from './list-unsettled.ts';
import { paymentsCsv } from './payments-csv.ts';
import { getRevenue, revenuePeriods } from './get-revenue.ts';
import { keysFormView, keysView } from './views/keys-view.ts';
import { revenueView } from './views/revenue-view.ts';

const operator = pagesFor('operator');
const here = '/operator/revenue';

async function showKeysForm({ config }: App, state: FormState = {}) {
  const { ownKeys } = await receivingAddresses(config);
  return keysFormView(ownKeys, state);
}

export const revenuePages = [
  operator.get({
    path: here,
    query: Type.Object({
      period: Type.Enum([...revenuePeriods], { default: '30' }),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, query: { period, before } }) =>
      revenueView({
        period,
        revenue: await getRevenue(app, period),
        unsettled: await listUnsettled(app, before),
        addresses: await receivingAddresses(app.config),
      }),
  }),
  operator.get({
    path: `${here}/payments.csv`,
    handle: ({ app }) => ({
      type: 'text/csv; charset=utf-8',
      body: paymentsCsv(app),
      headers: { 'content-disposition': 'attachment; filename="payments.csv"' },
    }),
  }),
  operator.post({
    path: `${here}/:id/reconcile`,
    params: ById,
    handle: async ({ app, params }) => {
      const state = await reconcileUnknown(app, params.id);
      return redirect(here, {
        kind: state === 'unknown' ? 'info' : 'success',
        text:
          state === 'unknown'
            ? t('It is still unknown whether this payment settled')
            : t(
                '{state, select, settled {This payment is settled} other {This payment failed and was not charged}}',
                { state },
              ),
      });
    },
  }),
  operator.get({ path: `${here}/keys`, handle: ({ app }) => showKeysForm(app) }),
  operator.post({
    path: `${here}/keys`,
    body: Type.Object({ current: Type.String({ maxLength: 300, default: '' }) }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const keys = await exportReceivingKeys(app.config);
      await addAuditEntry(app, viewer.id, 'payment_keys.export', '');
      client.setHeader('cache-control', 'no-store');
      return keysView(keys);
    },
    again: ({ app }, problem) => showKeysForm(app, refused({ current: '' }, problem)),
  }),
];
