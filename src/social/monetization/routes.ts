import { ById } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { Type } from 'typebox';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { findPlan, listPlans } from './find-plans.ts';
import { toSeller } from './require-seller.ts';
import { addPlan, deletePlan, updatePlan } from './save-plan.ts';
import { NewPlan, PlanChange, PlanRecord, PlansQuery, toPlanRecord, toTyped } from './wire.ts';

const member = operations('Monetization', 'member');
const often = { by: ['account'], calls: 60, within: minutes(5) } as const;
const path = '/apis/php/monetization/monetization_plans';

export const planRoutes = [
  member.get({
    path,
    summary: 'Plans of a person or a page',
    description: 'Your own, unless `node_type` and `node_id` name others.',
    query: PlansQuery,
    returns: Envelope(Type.Array(PlanRecord)),
    handle: async ({ app, viewer, query }) => {
      const plans = await listPlans(app, viewer, toSeller(viewer, query.node_type, query.node_id));
      return { data: plans.map(toPlanRecord) };
    },
  }),
  member.post({
    path,
    summary: 'Add a plan',
    description: 'For yourself or a page that you manage. Needs the permission `can_monetize_content`.',
    limit: often,
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
      });
      return { message: 'Created', data: toPlanRecord(await findPlan(app, viewer, id)) };
    },
  }),
  member.get({
    path: `${path}/{id}`,
    summary: 'One plan',
    params: ById,
    returns: Envelope(PlanRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toPlanRecord(await findPlan(app, viewer, params.id)),
    }),
  }),
  member.put({
    path: `${path}/{id}`,
    summary: 'Change a plan',
    description: 'Omitted fields do not change. A plan cannot be moved to another profile or page.',
    limit: often,
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
    summary: 'Delete a plan',
    params: ById,
    returns: Done,
    handle: async ({ app, viewer, params }) => {
      await deletePlan(app, viewer, params.id);
      return { message: 'Deleted' };
    },
  }),
];
