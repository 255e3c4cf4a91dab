import { Type, type Static } from 'typebox';
import { Id, IdOrEmpty } from '../../kernel/input.ts';
import type { TypedPlan } from './check-plan.ts';
import { periods, type Plan } from './plan.ts';

const NodeType = Type.Enum(['profile', 'page', 'group'], {
  default: 'profile',
  description: 'Type of the seller; there are no groups',
});
const Text = (description: string) => Type.String({ maxLength: 10_000, description });

const Order = Type.Optional(
  Type.Union([Type.String({ maxLength: 10 }), Type.Integer({ minimum: 0, maximum: 9999 })], {
    description: 'Position in the list of plans. Empty to follow the order of creation',
  }),
);

export const PlanRecord = Type.Object(
  {
    plan_id: Type.String(),
    node_id: Type.String({ description: 'ID of the person or page' }),
    node_type: Type.String({ description: 'profile or page' }),
    title: Type.String(),
    price: Type.String({ description: 'As it was sent, such as 4.50' }),
    period_num: Type.String(),
    period: Type.String({ description: periods.join(', ') }),
    custom_description: Type.String(),
    trial_days: Type.String({ description: 'Free trial days for new subscribers; 0 for none' }),
    plan_order: Type.String({ description: 'Position in the list of its seller, from 1 unless chosen' }),
  },
  { title: 'Plan' },
);

export const toPlanRecord = (plan: Plan): Static<typeof PlanRecord> => ({
  plan_id: plan.id,
  node_id: plan.seller.id,
  node_type: plan.seller.type,
  title: plan.title,
  price: plan.price,
  period_num: String(plan.periodNum),
  period: plan.period,
  custom_description: plan.description,
  trial_days: String(plan.trialDays),
  plan_order: String(plan.position),
});

export const NewPlan = Type.Object(
  {
    node_id: { ...IdOrEmpty, description: 'ID of the page; for a profile your own ID, or omitted' },
    node_type: NodeType,
    title: Text('At most 100 characters'),
    price: Type.String({ maxLength: 20, description: 'Greater than zero, with at most two decimals' }),
    period_num: Type.String({ maxLength: 10, default: '1', description: 'Number of periods per payment' }),
    period: Type.Enum([...periods], { default: 'month' }),
    custom_description: Type.String({
      maxLength: 10_000,
      default: '',
      description: 'Description of the benefits',
    }),
    trial_days: Type.String({
      maxLength: 10,
      default: '0',
      description: 'Free trial days for new subscribers',
    }),
    plan_order: Order,
  },
  { title: 'NewPlan' },
);

export const PlanChange = Type.Object(
  {
    node_id: Type.Optional(Id),
    node_type: Type.Optional(Type.Enum(['profile', 'page', 'group'])),
    title: Type.Optional(Type.String({ maxLength: 10_000 })),
    price: Type.Optional(Type.String({ maxLength: 20 })),
    period_num: Type.Optional(Type.String({ maxLength: 10 })),
    period: Type.Optional(Type.Enum([...periods])),
    custom_description: Type.Optional(Type.String({ maxLength: 10_000 })),
    trial_days: Type.Optional(Type.String({ maxLength: 10 })),
    plan_order: Order,
  },
  { title: 'PlanChange' },
);

export const PlansQuery = Type.Object({ node_id: IdOrEmpty, node_type: NodeType });

/** Maps the plan fields present in the body. Omitted fields stay omitted. */
export const toTyped = (body: Static<typeof PlanChange>): Partial<TypedPlan> => ({
  ...(body.title !== undefined && { title: body.title }),
  ...(body.price !== undefined && { price: body.price }),
  ...(body.period_num !== undefined && { periodNum: body.period_num }),
  ...(body.period !== undefined && { period: body.period }),
  ...(body.trial_days !== undefined && { trialDays: body.trial_days }),
  ...(body.plan_order !== undefined && { position: String(body.plan_order) }),
  ...(body.custom_description !== undefined && { description: body.custom_description }),
});

export const SellingBody = Type.Object({
  chat_price: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'Price of a first message from people you neither follow nor are friends with, such as 2.50; 0 if free',
    }),
  ),
  accepts_tips: Type.Optional(Type.Boolean()),
});
export const SellingRecord = Type.Object({ chat_price: Type.String(), accepts_tips: Type.Boolean() });
