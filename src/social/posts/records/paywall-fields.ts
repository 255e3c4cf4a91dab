import { Type } from 'typebox';
import type { Paywall } from '../paywall/paywall.ts';

/** What a post says of its paywall. Where one has to pay first, `text` is the teaser and no file is listed. */
export const PaywallFields = {
  for_subscriptions: Type.Boolean({ description: 'Whether subscribers of its author or page read it' }),
  needs_subscription: Type.Boolean({ description: 'Whether you would have to subscribe to read it' }),
  is_paid: Type.Boolean({ description: 'Whether it is sold by itself' }),
  needs_payment: Type.Boolean({ description: 'Whether you could pay for it to read it' }),
  post_price: Type.String({ description: 'What it costs by itself; empty: it is not sold so' }),
  plan_id: Type.String({ description: 'The least plan that subscribers need; empty: any, or none' }),
  paid_text: Type.String({ description: 'What everybody reads of it; may be empty' }),
};

export const toPaywallFields = (paywall: Paywall | null) => ({
  for_subscriptions: paywall?.isForMembers ?? false,
  needs_subscription: paywall !== null && !paywall.isOpen && paywall.isForMembers,
  is_paid: (paywall?.price ?? null) !== null,
  needs_payment: paywall !== null && !paywall.isOpen && paywall.price !== null,
  post_price: paywall?.price ?? '',
  plan_id: paywall?.planId ?? '',
  paid_text: paywall?.teaser ?? '',
});
