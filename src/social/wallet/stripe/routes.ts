import { Type } from 'typebox';
import { operations } from '../../../platform/http/endpoint.ts';
import { receiveEvent } from './receive-event.ts';

const anyone = operations('Wallet', 'anyone');

/** What Stripe calls: the body is read as it was sent, because its signature is over the bytes. */
export const stripeRoutes = [
  anyone.post({
    path: '/api/wallet/stripe',
    summary: 'Webhook for Stripe',
    description:
      'Takes signed events: checkout.session.*, charge.refunded and charge.dispute.funds_*. Events may come twice, late and in any order.',
    body: Type.Object({ id: Type.String(), type: Type.String() }),
    returns: Type.Object({ received: Type.Boolean() }),
    example: { id: 'evt_1', type: 'checkout.session.completed' },
    handle: async ({ app, client, body }) => {
      await receiveEvent(app, (body as unknown as string | undefined) ?? '', client.stripeSignature);
      return { received: true };
    },
  }),
];
