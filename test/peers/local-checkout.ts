import Stripe from 'stripe';

/** The webhook for payments, and its signing secret. */
export interface Announcements {
  webhook: string;
  secret: string;
}

/** Fields of a Checkout session, as sent. */
export type SessionFields = Readonly<Record<string, string>>;

const { webhooks } = new Stripe('sk_test_1');

/** Returns the payment page of a session. */
export const checkoutPage = (fields: SessionFields): string =>
  `<!doctype html><html lang="en"><head><title>Checkout</title><link rel="icon" href="data:," /></head>
<body><h1>Checkout</h1><p>${fields['line_items[0][price_data][product_data][name]'] ?? ''}</p>
<form method="post"><button>Pay ${fields['line_items[0][price_data][unit_amount]'] ?? ''}</button></form></body></html>`;

/** Sends the webhook for a paid session, signed by Stripe's own helper. Returns the return address. */
export async function completeCheckout(
  id: string,
  fields: SessionFields,
  { webhook, secret }: Announcements,
): Promise<string> {
  const session = {
    id,
    object: 'checkout.session',
    client_reference_id: fields.client_reference_id,
    metadata: { top_up: fields['metadata[top_up]'] },
    payment_status: 'paid',
    amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
    currency: fields['line_items[0][price_data][currency]'],
    payment_intent: `pi_${id}`,
  };
  const type = 'checkout.session.completed';
  const payload = JSON.stringify({ id: `evt_${id}`, object: 'event', type, data: { object: session } });
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
    },
    body: payload,
  });
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`);
  return fields.success_url ?? '';
}
