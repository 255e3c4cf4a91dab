import { Type, type Static, type TObject } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { NewPaywall } from '../paywall/paywall.ts';

/** Forms send text only. */
const Flag = Type.Union([Type.Boolean(), Type.Integer(), Type.Enum(['', '0', '1', 'true', 'false', 'on'])]);
const Optional = Type.Union([Id, Type.Literal('')]);

/** Paywall fields in API requests. */
export const PaywallBody = {
  for_subscriptions: Type.Optional(Flag),
  plan_id: Type.Optional(Optional),
  is_paid: Type.Optional(Flag),
  post_price: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
      description: 'Price of this post, such as 2.50; empty if not sold individually',
    }),
  ),
  paid_text: Type.Optional(Type.String({ maxLength: 10_000, description: 'Public teaser' })),
};
type Body = Static<TObject<typeof PaywallBody>>;

const isOn = (flag: unknown) =>
  flag === true || flag === 1 || flag === '1' || flag === 'true' || flag === 'on';

/** Returns undefined if the post is not sold. */
export function toPaywall(body: Body): NewPaywall | undefined {
  const price = String(body.post_price ?? '').trim();
  const isPaid = isOn(body.is_paid) || (body.is_paid === undefined && price !== '');
  const planId = body.plan_id === '' ? undefined : body.plan_id;
  const isForMembers =
    isOn(body.for_subscriptions) || (body.for_subscriptions === undefined && planId !== undefined);
  if (!isPaid && !isForMembers) return undefined;
  return {
    teaser: body.paid_text ?? '',
    isForMembers,
    ...(planId !== undefined && { planId }),
    ...(isPaid && { price }),
  };
}

/**
 * The paywall change in an update: undefined if the body has none of its fields, null if it removes the
 * paywall.
 */
export const toPaywallChange = (body: Body): NewPaywall | null | undefined =>
  Object.keys(PaywallBody).every((name) => body[name as keyof typeof body] === undefined)
    ? undefined
    : (toPaywall(body) ?? null);
