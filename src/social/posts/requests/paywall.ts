import { type Static, type TObject, Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { invalid, msg } from '../../../kernel/problem.ts';
import type { NewPaywall, Paywall } from '../paywall.ts';

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

/** Paywall fields of forms and drafts. */
export const PaywallForm = {
  /** Empty for no subscription, `any` for subscribers of any plan, or the id of the minimum plan. */
  paid_for: Type.String({ maxLength: 20, default: '' }),
  post_price: Type.String({ maxLength: 40, default: '' }),
  paid_text: Type.String({ maxLength: 10_000, default: '' }),
};
type PaywallForm = Static<TObject<typeof PaywallForm>>;

const isId = (typed: string) => /^\d{1,18}$/.test(typed);

/** Returns undefined if the post is not sold. */
export function parsePaywallForm({ paid_for, post_price, paid_text }: PaywallForm): NewPaywall | undefined {
  const price = post_price.trim();
  if (paid_for === '' && price === '') return undefined;
  if (paid_for !== '' && paid_for !== 'any' && !isId(paid_for))
    throw invalid('paid_for', msg('Choose a plan from the list'));
  return {
    teaser: paid_text,
    isForMembers: paid_for !== '',
    ...(isId(paid_for) && { planId: paid_for }),
    ...(price !== '' && { price }),
  };
}

/** The form values of a paywall, or of a post without one. */
export const toPaywallForm = (
  paywall: Pick<Paywall, 'isForMembers' | 'planId' | 'price' | 'teaser'> | NewPaywall | null | undefined,
): PaywallForm => ({
  paid_for: paywall?.isForMembers ? (paywall.planId ?? 'any') : '',
  post_price: paywall?.price ?? '',
  paid_text: paywall?.teaser ?? '',
});
