import { msg, missing } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { icon } from '../../web/components/controls.ts';
import { html } from '../../web/html.ts';
import { findPlan, listMembershipPlans } from '../monetization/plan.ts';
import { getPage } from '../pages/reading.ts';
import { getProfile } from '../people/profile.ts';
import { pathOf } from '../posts/paths.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { getBalances } from '../wallet/balances.ts';
import { formatMoney, toMoney } from '../wallet/money.ts';
import { addPeriods, subscriptionsPath } from './membership.ts';
import { changePlan, isEligibleForTrial, quoteChange, shownTerms, subscribeToPlan } from './subscribing.ts';
import { findMembershipWith } from './reading.ts';
import { refuseTip, tip, unlockPost } from './purchases.ts';
import { checkoutView, offerView, tipView } from './views/checkout-view.ts';
import { dayOf, termsWords } from './views/subscriptions-view.ts';

const member = pagesFor('member');
const Price = Type.String({ maxLength: 40, default: '' });
const Receiver = Type.Object({ type: Type.Enum(['post', 'profile', 'page']), id: Id });
const SellerPath = Type.Object({ type: Type.Enum(['profile', 'page']), id: Id });

const nameOf = async (app: App, viewer: Viewer, { type, id }: { type: 'profile' | 'page'; id: string }) => {
  if (type === 'page') {
    const { title, username, role } = await getPage(app, viewer, { id });
    return { name: title, href: `/pages/${username}`, isOwn: role !== null };
  }
  const { name, username } = await getProfile(app, viewer, { id });
  return { name, href: `/@${username}`, isOwn: id === viewer.id };
};

async function showCheckout(app: App, viewer: Viewer, planId: string, postId: string, state: FormState = {}) {
  const { config } = app;
  const plan = await findPlan(app, viewer, planId);
  const seller = await nameOf(app, viewer, plan.seller);
  const present = await findMembershipWith(app, viewer, plan.seller);
  const now = app.clock.now();
  const isTrial = !present && plan.trialDays > 0 && (await isEligibleForTrial(app, viewer, plan.seller));
  const change = present && (await quoteChange(app, viewer, present.id, planId));
  const due = present ? (change ?? 0n) : isTrial ? 0n : toMoney(plan.price);
  const terms = termsWords(config, plan);
  const trialEnd = dayOf(new Date(now.getTime() + plan.trialDays * 86_400_000));
  const words = present
    ? change === null
      ? t('You pay nothing now. Your plan changes to {title} on {periodEnd}, and you then pay {terms}.', {
          title: plan.title,
          periodEnd: dayOf(present.periodEnd),
          terms,
        })
      : t(
          'You pay {config} now, the price minus the unused part of your current period. From {dayOf}, you pay {terms}.',
          { config: formatMoney(config, due), terms, dayOf: dayOf(addPeriods(now, plan, 1)) },
        )
    : isTrial
      ? t(
          'You pay nothing now. Your free trial ends on {trialEnd}. After that, you pay {terms} until you cancel.',
          { trialEnd, terms },
        )
      : t('You pay {config} now. From {dayOf}, you pay {terms} until you cancel.', {
          config: formatMoney(config, due),
          terms,
          dayOf: dayOf(addPeriods(now, plan, 1)),
        });
  return checkoutView({
    config,
    title: present
      ? t('Change to {title}', { title: plan.title })
      : t('Subscribe to {name}', { name: seller.name }),
    about: html`<h2>${plan.title}</h2>
      <ul class="checkout-benefits">
        ${plan.description
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => html`<li dir="auto">${icon('check')} ${line}</li>`)}
      </ul>`,
    words,
    due,
    balance: (await getBalances(app, viewer.id)).wallet,
    action: `/subscribe/${planId}`,
    submit: present
      ? t('Change plan')
      : isTrial
        ? t('Start free trial')
        : t('Subscribe for {config}', { config: formatMoney(config, due) }),
    cancel: `/plans/${plan.seller.type}/${plan.seller.id}`,
    fields: { post_id: postId },
    terms: shownTerms(plan),
    state,
  });
}

async function showUnlock(app: App, viewer: Viewer, id: string, state: FormState = {}) {
  const post = await getPost(app, viewer, id);
  const { paywall } = post;
  if (!paywall?.price) throw missing(msg('Offer'));
  const due = toMoney(paywall.price);
  const price = formatMoney(app.config, due);
  return checkoutView({
    config: app.config,
    title: t('Unlock this post'),
    about: html`<h2 dir="auto">${post.title || post.text || t('A paid post')}</h2>
      <p>By ${post.page?.title ?? post.author.name}</p>`,
    words: t('You pay {price} once and keep access.', { price }),
    due,
    balance: (await getBalances(app, viewer.id)).wallet,
    action: `/posts/${id}/unlock`,
    submit: t('Unlock for {price}', { price }),
    cancel: pathOf(post),
    state,
  });
}

async function getReceiver(
  app: App,
  viewer: Viewer,
  { type, id }: { type: 'post' | 'profile' | 'page'; id: string },
) {
  if (type !== 'post') return nameOf(app, viewer, { type, id });
  const post = await getPost(app, viewer, id);
  return { name: post.page?.title ?? post.author.name, href: pathOf(post) };
}

const showTip = async (
  app: App,
  viewer: Viewer,
  to: { type: 'post' | 'profile' | 'page'; id: string },
  state: FormState = {},
) => {
  const { name, href } = await getReceiver(app, viewer, to);
  await refuseTip(app, viewer, to);
  return tipView({
    config: app.config,
    to: name,
    href,
    action: `/tip/${to.type}/${to.id}`,
    key: randomUUID(),
    balance: (await getBalances(app, viewer.id)).wallet,
    state,
  });
};

/** Checkout pages: each shows the total and a button to pay. */
export const checkoutPages = [
  member.get({
    path: '/plans/:type/:id',
    params: SellerPath,
    handle: async ({ app, viewer, params }) =>
      offerView({
        config: app.config,
        seller: await nameOf(app, viewer, params),
        plans: await listMembershipPlans(app, viewer, params),
        membership: await findMembershipWith(app, viewer, params),
      }),
  }),
  member.get({
    path: '/subscribe/:id',
    params: ById,
    query: Type.Object({ post_id: IdOrEmpty }),
    handle: ({ app, viewer, params, query }) => showCheckout(app, viewer, params.id, query.post_id),
  }),
  member.post({
    path: '/subscribe/:id',
    verb: subscribeToPlan,
    params: ById,
    body: Type.Object({ price: Price, terms: Price, post_id: IdOrEmpty }),
    handle: async ({ app, viewer, params: { id }, body: { price, terms, ...body } }) => {
      const { seller } = await findPlan(app, viewer, id);
      const present = await findMembershipWith(app, viewer, seller);
      if (present) await changePlan(app, viewer, present.id, id, price, terms);
      else await subscribeToPlan(app, viewer, id, await shownPrice(app, viewer, id, price), terms);
      const text = present ? t('Plan changed') : t('You are subscribed');
      return redirect(body.post_id === '' ? subscriptionsPath : `/posts/${body.post_id}`, {
        kind: 'success',
        text,
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showCheckout(app, viewer, params.id, typeof body.post_id === 'string' ? body.post_id : '', {
        message: problem.message,
      }),
  }),
  member.get({
    path: '/posts/:id/unlock',
    params: ById,
    handle: ({ app, viewer, params }) => showUnlock(app, viewer, params.id),
  }),
  member.post({
    path: '/posts/:id/unlock',
    verb: unlockPost,
    params: ById,
    body: Type.Object({ price: Price }),
    handle: async ({ app, viewer, params, body }) => {
      await unlockPost(app, viewer, params.id, body.price);
      return redirect(`/posts/${params.id}`, { kind: 'success', text: t('Unlocked') });
    },
    again: ({ app, viewer, params }, problem) =>
      showUnlock(app, viewer, params.id, { message: problem.message }),
  }),
  member.get({
    path: '/tip/:type/:id',
    params: Receiver,
    handle: ({ app, viewer, params }) => showTip(app, viewer, params),
  }),
  member.post({
    path: '/tip/:type/:id',
    verb: tip,
    params: Receiver,
    body: Type.Object({
      amount: Type.String({ maxLength: 50, default: '' }),
      message: Type.String({ maxLength: 4000, default: '' }),
      key: Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const { href } = await getReceiver(app, viewer, params);
      await tip(app, viewer, { for: params, ...body });
      return redirect(href, { kind: 'success', text: t('Tip sent') });
    },
    again: ({ app, viewer, params, body }, problem) => showTip(app, viewer, params, refused(body, problem)),
  }),
];

/** For a free trial the form submits 0. The price after the trial is confirmed with the terms. */
const shownPrice = async (app: App, viewer: Viewer, planId: string, typed: string) => {
  if (typed !== '0') return typed;
  const { price, seller, trialDays } = await findPlan(app, viewer, planId);
  return trialDays > 0 && (await isEligibleForTrial(app, viewer, seller)) ? price : typed;
};
