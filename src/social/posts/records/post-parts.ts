import { type Static, Type } from 'typebox';
import type { Post } from '../post.ts';

/** A post's paywall record. Without access, `text` is the teaser and no file is listed. */
export const PaywallFields = {
  for_subscriptions: Type.Boolean({ description: 'Whether subscribers of the author or page have access' }),
  needs_subscription: Type.Boolean({ description: 'Whether you need a subscription for access' }),
  is_paid: Type.Boolean({ description: 'Whether the post is sold individually' }),
  needs_payment: Type.Boolean({ description: 'Whether you can pay for access to this post' }),
  post_price: Type.String({ description: 'Price of this post; empty if not sold individually' }),
  can_get_details: Type.Boolean({ description: 'Whether `text` and files are complete' }),
  needs_subscription_type: Type.String({
    description: 'Type of the seller to subscribe to: profile, page, or empty',
  }),
  needs_subscription_id: Type.String(),
  needs_subscription_price: Type.String({ description: 'Price of the cheapest plan that grants access' }),
  tips_enabled: Type.Boolean(),
  plan_id: Type.String({ description: 'Minimum plan for access; empty for any plan or none' }),
  paid_text: Type.String({ description: 'Public teaser; may be empty' }),
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

/** A photo of a person’s posts. */
export const PhotoInList = Type.Object({
  id: Type.String(),
  photo_id: Type.String({ description: 'The same as `id`' }),
  post_id: Type.String(),
  source: Type.String({ description: 'Absolute URL of the picture' }),
  thumbnail: Type.String({ description: 'Absolute URL of the small picture' }),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  url: Type.String({ description: 'URL of its post' }),
});
export type PhotoInList = Static<typeof PhotoInList>;
