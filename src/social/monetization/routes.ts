import { ById } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import { plainMoney } from '../wallet/money/money.ts';
import { getSellingSettings, saveSellingSettings } from '../wallet/sales/selling-settings.ts';
import { findPlan, listPlans } from './find-plans.ts';
import { toSeller } from './require-seller.ts';
import { addPlan, deletePlan, updatePlan } from './save-plan.ts';
import {
  NewPlan,
  PlanChange,
  PlanRecord,
  PlansQuery,
  SellingBody,
  SellingRecord,
  toPlanRecord,
  toTyped,
} from './wire.ts';

const member = operations('Monetization', 'member');
const often = { by: ['account'], calls: 60, within: minutes(5) } as const;
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
      const plans = await listPlans(app, viewer, toSeller(viewer, query.node_type, query.node_id));
      return { data: plans.map(toPlanRecord) };
    },
  }),
  member.post({
    path,
    summary: 'Add a plan',
    description:
      'Adds a plan for yourself or a page that you manage. Requires the permission `can_monetize_content`.',
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
        position: String(body.plan_order ?? ''),
      });
      return { message: 'Created', data: toPlanRecord(await findPlan(app, viewer, id)) };
    },
  }),
  member.get({
    path: `${path}/{id}`,
    summary: 'Get a plan',
    params: ById,
    returns: Envelope(PlanRecord),
    handle: async ({ app, viewer, params }) => ({
      data: toPlanRecord(await findPlan(app, viewer, params.id)),
    }),
  }),
  member.put({
    path: `${path}/{id}`,
    summary: 'Update a plan',
    description: 'Omitted fields stay unchanged. A plan cannot be moved to another profile or page.',
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
  member.get({
    path: settingsPath,
    summary: 'Get your first-message price and tip settings',
    returns: Envelope(SellingRecord),
    handle: async ({ app, viewer }) => ({ data: await getOwnSettings(app, viewer) }),
  }),
  member.post({
    path: settingsPath,
    summary: 'Update your first-message price and tip settings',
    description:
      'People you neither follow nor are friends with pay `chat_price` for their first message. Omitted fields stay unchanged. Requires the permission `can_monetize_content`.',
    limit: often,
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
