import { Type, type Static, type TObject } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import type { NewPaywall } from '../paywall/paywall.ts';

/** Forms have text alone. */
const Flag = Type.Union([Type.Boolean(), Type.Integer(), Type.Enum(['', '0', '1', 'true', 'false', 'on'])]);
const Optional = Type.Union([Id, Type.Literal('')]);

/** How a post is sold, as programs send it. */
export const PaywallBody = {
  for_subscriptions: Type.Optional(Flag),
  plan_id: Type.Optional(Optional),
  is_paid: Type.Optional(Flag),
  post_price: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
      description: 'What reading it costs by itself, such as 2.50; empty: it is not sold so',
    }),
  ),
  paid_text: Type.Optional(Type.String({ maxLength: 10_000, description: 'What everybody reads of it' })),
};
type Body = Static<TObject<typeof PaywallBody>>;

const isOn = (flag: unknown) =>
  flag === true || flag === 1 || flag === '1' || flag === 'true' || flag === 'on';

/** Undefined: it is not sold. */
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

/** What a change of a post says of it: undefined where it names none of it, null where everybody may read it. */
export const toPaywallChange = (body: Body): NewPaywall | null | undefined =>
  Object.keys(PaywallBody).every((name) => body[name as keyof typeof body] === undefined)
    ? undefined
    : (toPaywall(body) ?? null);
