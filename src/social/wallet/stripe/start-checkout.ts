import { t } from '../../../kernel/translation/translate.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { addTopUp } from '../top-ups/add-top-up.ts';
import { getTopUp } from '../top-ups/get-top-ups.ts';
import { openStripe, toStripe } from './stripe-client.ts';

/** Starts a card top-up and returns its id. Its page leads to Stripe Checkout. */
export async function startCheckout(
  app: App,
  viewer: Viewer,
  asked: { amount: string; key?: string | undefined; returnTo?: string | undefined },
): Promise<string> {
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
      throw new Problem('unavailable', t('The payment provider did not respond. You were not charged.'), {
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
}
