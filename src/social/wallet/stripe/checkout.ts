import type Stripe from 'stripe';
import { missing, Problem, msg } from '../../../kernel/problem.ts';
import { seconds, minutes } from '../../../kernel/time.ts';
import { type App, perAccount, verb, type Viewer } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { currencyDecimals, type Money } from '../money.ts';
import { addTopUp, getTopUp } from '../top-ups/top-ups.ts';

/** Starts a card top-up and returns its id. Its page leads to Stripe Checkout. */
export const startCheckout = verb(
  { name: 'wallet.checkout', who: 'member', limit: perAccount(30, minutes(5)) },
  async (
    app: App,
    viewer: Viewer,
    asked: { amount: string; key?: string | undefined; returnTo?: string | undefined },
  ): Promise<string> => {
    const { config, db } = app;
    const stripe = await openStripe(config);
    const id = await addTopUp(app, viewer, { provider: 'stripe', ...asked });
    const { amount, checkoutUrl, reference } = await getTopUp(app, id, viewer.id);
    if (checkoutUrl !== null) return id;
    const page = `${config.plazaUrl}/settings/wallet/top-ups/${id}`;
    const session = await stripe.checkout.sessions
      .create(
        {
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: config.CURRENCY.toLowerCase(),
                unit_amount: toStripe(config, amount),
                product_data: { name: `Wallet top-up ${reference}` },
              },
            },
          ],
          client_reference_id: id,
          metadata: { top_up: id },
          // Copied to charges, so that a refund identifies the top-up before its payment event arrives.
          payment_intent_data: { metadata: { top_up: id } },
          success_url: page,
          cancel_url: page,
        },
        // A retry returns the same session.
        { idempotencyKey: `top-up-${id}` },
      )
      .catch((error: unknown) => {
        throw new Problem('unavailable', msg('The payment provider did not respond. You were not charged.'), {
          retryAfter: 10,
          cause: error,
        });
      });
    await db
      .updateTable('social.top_up')
      .set({ checkout_url: session.url })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .execute();
    return id;
  },
);

export const hasStripe = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Config): boolean =>
  STRIPE_SECRET_KEY !== '' && STRIPE_WEBHOOK_SECRET !== '';

/** Loads Stripe's library on the first card payment. */
export async function openStripe(config: Config): Promise<Stripe> {
  if (!hasStripe(config)) throw missing(msg('Card payment'));
  const { default: Stripe } = await import('stripe');
  const { protocol, hostname, port } = new URL(config.STRIPE_API_URL);
  return new Stripe(config.STRIPE_SECRET_KEY, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    timeout: seconds(15),
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

const smallest = (config: Pick<Config, 'CURRENCY'>): bigint => 10n ** BigInt(6 - currencyDecimals(config));

/** An amount in the smallest unit of the currency, as in Stripe's API: 450 for $4.50. */
export const toStripe = (config: Pick<Config, 'CURRENCY'>, amount: Money): number =>
  Number(amount / smallest(config));

export const fromStripe = (config: Pick<Config, 'CURRENCY'>, amount: number): Money =>
  BigInt(amount) * smallest(config);
