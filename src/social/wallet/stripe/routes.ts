import { Type } from 'typebox';
import { operations } from '../../../platform/http/endpoint.ts';
import { receiveEvent } from './receive-event.ts';

const anyone = operations('Wallet', 'anyone');

/** The Stripe webhook. The body is read unparsed, because the signature covers its bytes. */
export const stripeRoutes = [
  anyone.post({
    path: '/api/wallet/stripe',
    summary: 'Receive Stripe events',
    description:
      'Accepts signed events: checkout.session.*, charge.refunded and charge.dispute.funds_*. Events may be duplicated, late and out of order.',
    body: Type.Object({ id: Type.String(), type: Type.String() }),
    returns: Type.Object({ received: Type.Boolean() }),
    example: { id: 'evt_1', type: 'checkout.session.completed' },
    handle: async ({ app, client, body }) => {
      await receiveEvent(app, (body as unknown as string | undefined) ?? '', client.stripeSignature);
      return { received: true };
    },
  }),
];
