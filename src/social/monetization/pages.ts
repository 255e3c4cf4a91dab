import { t } from '../../web/translation/translate.ts';
import { Type, type Static, type TObject } from 'typebox';
import { ById, IdOrEmpty } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { canMonetize } from '../access/entitlement.ts';
import { getSellingSettings, saveSellingSettings } from '../wallet/sales.ts';
import { addPlan, deleteMembershipPlan, type TypedPlan, updatePlan } from './plans.ts';
import {
  findPlan,
  listManagedPlans,
  listSellingPages,
  periods,
  plansPath,
  requireSeller,
  toSeller,
} from './plan.ts';
import { newPlanView, plansView, planView } from './views.ts';

const member = pagesFor('member');
const line = (maxLength: number) => Type.String({ maxLength, default: '' });
const Content = {
  title: line(10_000),
  price: line(20),
  period_num: line(10),
  period: Type.Enum([...periods], { default: 'month' }),
  custom_description: line(10_000),
  trial_days: Type.String({ maxLength: 10, default: '0' }),
};

const toContent = (body: Static<TObject<typeof Content>>): TypedPlan => ({
  title: body.title,
  price: body.price.trim(),
  periodNum: body.period_num.trim(),
  period: body.period,
  description: body.custom_description,
  trialDays: body.trial_days.trim() || '0',
});

const showPlan = async (app: App, viewer: Viewer, id: string, state: FormState = {}) => {
  const plan = await findPlan(app, viewer, id);
  await requireSeller(app, viewer, plan.seller);
  const pages = plan.seller.type === 'page' ? await listSellingPages(app, viewer) : [];
  return planView(
    plan,
    pages.find((page) => page.id === plan.seller.id),
    state,
  );
};

const showPlans = async (app: App, viewer: Viewer, state: FormState = {}) => {
  const pages = await listSellingPages(app, viewer);
  return plansView({
    config: app.config,
    plans: await listManagedPlans(app, viewer, pages),
    pages,
    mayOffer: canMonetize(app.config, viewer),
    settings: await getSellingSettings(app, viewer.id),
    state,
  });
};

const showNew = async (app: App, viewer: Viewer, state: FormState) => {
  await requireSeller(app, viewer, toSeller(viewer, 'profile', ''));
  return newPlanView(await listSellingPages(app, viewer), state);
};

/** Plans that the viewer manages, for themselves and their pages. */
export const planPages = [
  member.get({
    path: plansPath,
    handle: ({ app, viewer }) => showPlans(app, viewer),
  }),
  member.post({
    path: `${plansPath}/settings`,
    verb: saveSellingSettings,
    body: Type.Object({ chat_price: line(20), accepts_tips: Type.String({ maxLength: 10, default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      const acceptsTips = body.accepts_tips !== '';
      await saveSellingSettings(app, viewer, { chatPrice: body.chat_price, acceptsTips });
      return redirect(plansPath, { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, body }, problem) => showPlans(app, viewer, refused(body, problem)),
  }),
  member.get({
    path: `${plansPath}/new`,
    query: Type.Object({ node_id: IdOrEmpty }),
    handle: ({ app, viewer, query }) => showNew(app, viewer, { values: { node_id: query.node_id } }),
  }),
  member.post({
    path: `${plansPath}/new`,
    verb: addPlan,
    body: Type.Object({ ...Content, node_id: IdOrEmpty }),
    handle: async ({ app, viewer, body }) => {
      const seller = toSeller(viewer, body.node_id === '' ? 'profile' : 'page', body.node_id);
      await addPlan(app, viewer, seller, toContent(body));
      return redirect(plansPath, { kind: 'success', text: t('Plan added') });
    },
    again: ({ app, viewer, body }, problem) => showNew(app, viewer, refused(body, problem)),
  }),
  member.get({
    path: `${plansPath}/:id`,
    params: ById,
    handle: ({ app, viewer, params }) => showPlan(app, viewer, params.id),
  }),
  member.post({
    path: `${plansPath}/:id`,
    verb: updatePlan,
    params: ById,
    body: Type.Object(Content),
    handle: async ({ app, viewer, params, body }) => {
      await updatePlan(app, viewer, params.id, toContent(body));
      return redirect(plansPath, { kind: 'success', text: t('Saved') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showPlan(app, viewer, params.id, refused(body, problem)),
  }),
  member.post({
    path: `${plansPath}/:id/delete`,
    verb: deleteMembershipPlan,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteMembershipPlan(app, viewer, params.id);
      return redirect(plansPath, { kind: 'success', text: t('Plan deleted') });
    },
  }),
];
