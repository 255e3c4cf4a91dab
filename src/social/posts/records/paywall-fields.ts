import { Type } from 'typebox';
import type { Post } from '../post.ts';

/** A post's paywall record. Without access, `text` is the teaser and no file is listed. */
export const PaywallFields = {
  for_subscriptions: Type.Boolean({ description: 'Whether subscribers of its author or page read it' }),
  needs_subscription: Type.Boolean({ description: 'Whether you would have to subscribe to read it' }),
  is_paid: Type.Boolean({ description: 'Whether it is sold by itself' }),
  needs_payment: Type.Boolean({ description: 'Whether you could pay for it to read it' }),
  post_price: Type.String({ description: 'What it costs by itself; empty: it is not sold so' }),
  can_get_details: Type.Boolean({ description: 'Whether `text` and files are all of it' }),
  needs_subscription_type: Type.String({
    description: 'To whom you would subscribe: profile, page, or empty',
  }),
  needs_subscription_id: Type.String(),
  needs_subscription_price: Type.String({ description: 'Of the cheapest plan that opens it' }),
  tips_enabled: Type.Boolean(),
  plan_id: Type.String({ description: 'The least plan that subscribers need; empty: any, or none' }),
  paid_text: Type.String({ description: 'What everybody reads of it; may be empty' }),
};

export function toPaywallFields({ paywall, page, author, acceptsTips }: Post) {
  const isOpen = paywall?.isOpen ?? true;
  const needsMembership = !isOpen && paywall?.isForMembers === true;
  return {
    for_subscriptions: paywall?.isForMembers ?? false,
    needs_subscription: needsMembership,
    is_paid: (paywall?.price ?? null) !== null,
    needs_payment: !isOpen && (paywall?.price ?? null) !== null,
    post_price: paywall?.price ?? '',
    can_get_details: isOpen,
    needs_subscription_type: needsMembership ? (page ? 'page' : 'profile') : '',
    needs_subscription_id: needsMembership ? (page ?? author).id : '',
    needs_subscription_price: needsMembership ? (paywall.offer?.plainPrice ?? '') : '',
    tips_enabled: acceptsTips,
    plan_id: paywall?.planId ?? '',
    paid_text: paywall?.teaser ?? '',
  };
}
