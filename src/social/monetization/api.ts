import { type Static, Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { plainMoney } from '../wallet/money.ts';
import { getSellingSettings, saveSellingSettings } from '../wallet/sales.ts';
import { findPlan, listMembershipPlans, periods, type MembershipPlan, toSeller } from './plan.ts';
import { addPlan, deleteMembershipPlan, type TypedPlan, updatePlan } from './plans.ts';

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

const PlanRecord = Type.Object(
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

const toPlanRecord = (plan: MembershipPlan): Static<typeof PlanRecord> => ({
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

const NewPlan = Type.Object(
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

const PlanChange = Type.Object(
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

const PlansQuery = Type.Object({ node_id: IdOrEmpty, node_type: NodeType });

/** Maps the plan fields present in the body. Omitted fields stay omitted. */
const toTyped = (body: Static<typeof PlanChange>): Partial<TypedPlan> => ({
  ...(body.title !== undefined && { title: body.title }),
  ...(body.price !== undefined && { price: body.price }),
  ...(body.period_num !== undefined && { periodNum: body.period_num }),
  ...(body.period !== undefined && { period: body.period }),
  ...(body.trial_days !== undefined && { trialDays: body.trial_days }),
  ...(body.plan_order !== undefined && { position: String(body.plan_order) }),
  ...(body.custom_description !== undefined && { description: body.custom_description }),
});

const SellingBody = Type.Object({
  chat_price: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'Price of a first message from people you neither follow nor are friends with, such as 2.50; 0 if free',
    }),
  ),
  accepts_tips: Type.Optional(Type.Boolean()),
});
const SellingRecord = Type.Object({ chat_price: Type.String(), accepts_tips: Type.Boolean() });

const member = operations('Monetization', 'member');
const path = '/apis/php/monetization/monetization_plans';
const settingsPath = '/apis/php/monetization/settings';

export const planRoutes = [
  member.get({
    path,
    summary: 'List the plans of a person or page',
    description: 'Returns your own plans, unless `node_type` and `node_id` name another seller.',
    query: PlansQuery,
    returns: Envelope(Type.Array(PlanRecord)),
    handle: async ({ app, viewer, query }) => {
      const plans = await listMembershipPlans(app, viewer, toSeller(viewer, query.node_type, query.node_id));
      return { data: plans.map(toPlanRecord) };
    },
  }),
  member.post({
    path,
    verb: addPlan,
    summary: 'Add a plan',
    description:
      'Adds a plan for yourself or a page that you manage. Requires the permission `can_monetize_content`.',
    body: NewPlan,
    returns: Envelope(PlanRecord),
    example: {
      node_id: '',
      node_type: 'profile',
      title: 'Supporter',
      price: '4.50',
      period_num: '1',
      period: 'month',
      custom_description: 'Every recipe a week earlier',
      trial_days: '0',
    },
    handle: async ({ app, viewer, body }) => {
      const { title, price, period_num: periodNum, period, custom_description: description } = body;
      const trialDays = body.trial_days;
      const seller = toSeller(viewer, body.node_type, body.node_id);
      const id = await addPlan(app, viewer, seller, {
        title,
        price,
        periodNum,
        period,
        description,
        trialDays,
        position: String(body.plan_order ?? ''),
      });
      return { message: 'Created', data: toPlanRecord(await findPlan(app, viewer, id)) };
    },
  }),
  member.get({
    path: `${path}/{id}`,
    summary: 'Get a plan',
    description: 'A plan of a person or page, with its price and period.',
    params: ById,
    returns: Envelope(PlanRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toPlanRecord(await findPlan(app, viewer, params.id)),
    }),
  }),
  member.put({
    path: `${path}/{id}`,
    verb: updatePlan,
    summary: 'Update a plan',
    description: 'Omitted fields stay unchanged. A plan cannot be moved to another profile or page.',
    params: ById,
    body: PlanChange,
    returns: Envelope(PlanRecord),
    example: { price: '5.00' },
    handle: async ({ app, viewer, params, body }) => {
      const { seller } = await findPlan(app, viewer, params.id);
      const named = toSeller(viewer, body.node_type ?? seller.type, body.node_id ?? seller.id);
      await updatePlan(app, viewer, params.id, { ...toTyped(body), seller: named });
      return { message: 'Changed', data: toPlanRecord(await findPlan(app, viewer, params.id)) };
    },
  }),
  member.delete({
    path: `${path}/{id}`,
    verb: deleteMembershipPlan,
    summary: 'Delete a plan',
    params: ById,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deleteMembershipPlan(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
  member.get({
    path: settingsPath,
    summary: 'Get your first-message price and tip settings',
    description: 'The price is what strangers pay for a first message to you.',
    returns: Envelope(SellingRecord),
    handle: async ({ app, viewer }) => ({ data: await getOwnSettings(app, viewer) }),
  }),
  member.post({
    path: settingsPath,
    verb: saveSellingSettings,
    summary: 'Update your first-message price and tip settings',
    description:
      'People you neither follow nor are friends with pay `chat_price` for their first message. Omitted fields stay unchanged. Requires the permission `can_monetize_content`.',
    body: SellingBody,
    returns: Envelope(SellingRecord),
    example: { chat_price: '2.50', accepts_tips: true },
    handle: async ({ app, viewer, body }) => {
      const { chat_price: chatPrice, accepts_tips: acceptsTips } = body;
      await saveSellingSettings(app, viewer, { chatPrice, acceptsTips });
      return { message: 'Saved', data: await getOwnSettings(app, viewer) };
    },
  }),
];

async function getOwnSettings(app: App, { id }: Viewer) {
  const { chatPrice, acceptsTips } = await getSellingSettings(app, id);
  return { chat_price: plainMoney(chatPrice ?? 0n), accepts_tips: acceptsTips };
}
