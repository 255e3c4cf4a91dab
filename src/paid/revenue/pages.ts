import { Type } from 'typebox';
import { operator } from '../../identity/components/operator-frame.ts';
import { currentPasswordField } from '../../identity/credentials/components.ts';
import { requirePassword } from '../../identity/credentials/credentials.ts';
import { ById, Id } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { card, emptyState, notice } from '../../web/components/surfaces.ts';
import { codeSample } from '../../web/components/code-sample.ts';
import { form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { reconcileUnknown } from '../calls/reconcile-payments.ts';
import { receivingAddresses } from '../settlement/receiving-addresses.ts';
import { exportPaymentKeys, getRevenue, listUnsettled, paymentsCsv, revenuePeriods } from './revenue.ts';
import { revenueView } from './views.ts';

const operatorPages = pagesFor('operator');
const here = '/operator/revenue';

async function showKeysForm({ config }: App, state: FormState = {}) {
  const { ownKeys } = await receivingAddresses(config);
  return keysFormView(ownKeys, state);
}

export const revenuePages = [
  operatorPages.get({
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
  operatorPages.get({
    path: `${here}/payments.csv`,
    handle: ({ app }) => ({
      type: 'text/csv; charset=utf-8',
      body: paymentsCsv(app),
      headers: { 'content-disposition': 'attachment; filename="payments.csv"' },
    }),
  }),
  operatorPages.post({
    path: `${here}/:id/reconcile`,
    verb: reconcileUnknown,
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
  operatorPages.get({ path: `${here}/keys`, handle: ({ app }) => showKeysForm(app) }),
  operatorPages.post({
    path: `${here}/keys`,
    verb: exportPaymentKeys,
    body: Type.Object({ current: Type.String({ maxLength: 300, default: '' }) }),
    handle: async ({ app, viewer, client, body }) => {
      await requirePassword(app, viewer.id, body.current, client);
      const keys = await exportPaymentKeys(app, viewer);
      client.setHeader('cache-control', 'no-store');
      return keysView(keys);
    },
    again: ({ app }, problem) => showKeysForm(app, refused({ current: '' }, problem)),
  }),
];

const names: Readonly<Record<string, string>> = { base: 'Base', solana: 'Solana' };
const back = () => html`<p class="prose"><a href="${here}">Revenue</a></p>`;

/** Requests the password before showing the secrets. */
const keysFormView = (ownKeys: readonly string[], state: FormState): View =>
  operator(
    t('Payment keys'),
    here,
    html`${back()}
    ${
      ownKeys.length === 0
        ? emptyState({
            illustration: 'quiet',
            title: t('No keys stored'),
            text: t('Payments go to the addresses in your settings. Only you have their keys.'),
          })
        : form({
            action: `${here}/keys`,
            state,
            submit: t('Show keys'),
            body: card({
              title: t('Export payment keys'),
              lead: t(
                'Anyone with these keys controls the funds. Import them into a wallet and do not store them elsewhere.',
              ),
              body: currentPasswordField({
                name: 'current',
                label: t('Your password'),
                ...(state.errors?.current !== undefined && { error: state.errors.current }),
              }),
            }),
          })
    }`,
  );

/** Shows the secrets once. */
const keysView = (keys: Readonly<Record<string, { address: string; secret: string }>>): View =>
  operator(
    t('Payment keys'),
    here,
    html`${back()}
    ${notice({ tone: 'warning', body: t('Shown once. Close this page after importing the keys.') })}
    ${Object.entries(keys).map(([network, { address, secret }]) =>
      codeSample({ title: `${names[network] ?? network}: ${address}`, code: secret }),
    )}`,
  );
