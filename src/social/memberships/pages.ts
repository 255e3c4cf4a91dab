import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../kernel/input.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listSellingPages, toSeller } from '../monetization/plan.ts';
import { refuseManaging } from '../access/page.ts';
import { getPage } from '../pages/reading.ts';
import { checkoutPages } from './checkout-pages.ts';
import { countSubscribers, listOwnMemberships, listSubscribers } from './reading.ts';
import { getEarnings, getEarningsByPage, listAllSales, listPaidBy, listSalesOf } from './earnings.ts';
import { cancelMembership, renewNow, resumeMembership } from './subscribing.ts';
import { subscriptionsPath } from './membership.ts';
import { endAllMemberships, endMembershipsOf, listSellersOf, quoteEnding } from './ending.ts';
import { refundAnySale, refundSale } from './purchases.ts';
import {
  operatorSalesPath,
  operatorSalesView,
  paymentsView,
  salesPath,
  salesView,
} from './views/sales-view.ts';
import { membershipsView } from './views/subscriptions-view.ts';

const member = pagesFor('member');
const operator = pagesFor('operator');
const Before = Type.Object({ before: Type.Optional(Id) });
const ended = () => t('All subscriptions ended, and the unused time was refunded');
const salesOf = (nodeId: string) => `${salesPath}${nodeId && `?node_id=${nodeId}`}`;
const acts = () =>
  ({
    cancel: [cancelMembership, t('Canceled. You have access until the end of the period.')],
    resume: [resumeMembership, t('Resumed')],
    renew: [renewNow, t('Paid')],
  }) as const;

export const membershipPages = [
  ...checkoutPages,
  member.get({
    path: subscriptionsPath,
    query: Before,
    handle: async ({ app, viewer, query }) =>
      membershipsView(
        app.config,
        await listOwnMemberships(app, viewer, query.before),
        query.before === undefined,
      ),
  }),
  member.get({
    path: `${subscriptionsPath}/payments`,
    query: Before,
    handle: async ({ app, viewer, query }) =>
      paymentsView(app.config, await listPaidBy(app, viewer.id, query.before), query.before === undefined),
  }),
  member.post({
    path: `${subscriptionsPath}/:id/:act`,
    verb: cancelMembership,
    params: Type.Object({ id: Id, act: Type.Enum(['cancel', 'resume', 'renew']) }),
    handle: async ({ app, viewer, params }) => {
      const [act, text] = acts()[params.act];
      await act(app, viewer, params.id);
      return redirect(subscriptionsPath, { kind: 'success', text });
    },
  }),
  member.get({
    path: salesPath,
    query: Type.Object({
      node_id: IdOrEmpty,
      q: Type.String({ maxLength: 100, default: '' }),
      before: Type.Optional(Id),
      members_before: Type.Optional(IdOrEmpty),
    }),
    handle: async ({ app, viewer, query }) => {
      const { node_id: nodeId, q: words, before } = query;
      const seller = toSeller(viewer, nodeId === '' ? 'profile' : 'page', nodeId);
      const page = seller.type === 'page' && (await getPage(app, viewer, { id: nodeId }));
      if (page) refuseManaging(page);
      const pages = await listSellingPages(app, viewer);
      const count = await countSubscribers(app, seller);
      const mayEnd = count > 0 && (!page || page.role === 'owner');
      const membersBefore = query.members_before === '' ? undefined : query.members_before;
      return salesView({
        config: app.config,
        nodeId,
        words,
        pages,
        earnings: await getEarnings(app, seller),
        byPage: await getEarningsByPage(
          app,
          pages.map(({ id }) => id),
        ),
        ending: mayEnd ? await quoteEnding(app, seller) : undefined,
        subscribers: await listSubscribers(app, seller, { before: membersBefore, words }),
        count,
        sales: await listSalesOf(app, seller, before),
        isFirst: before === undefined,
      });
    },
  }),
  member.post({
    path: `${salesPath}/:id/refund`,
    verb: refundSale,
    params: ById,
    body: Type.Object({ node_id: IdOrEmpty }),
    handle: async ({ app, viewer, params, body }) => {
      await refundSale(app, viewer, params.id);
      return redirect(salesOf(body.node_id), { kind: 'success', text: t('Refunded') });
    },
  }),
  member.post({
    path: `${salesPath}/end`,
    verb: endAllMemberships,
    body: Type.Object({ node_id: IdOrEmpty }),
    handle: async ({ app, viewer, body: { node_id: nodeId } }) => {
      await endAllMemberships(app, viewer, toSeller(viewer, nodeId === '' ? 'profile' : 'page', nodeId));
      return redirect(salesOf(nodeId), { kind: 'success', text: ended() });
    },
  }),
  operator.get({
    path: operatorSalesPath,
    query: Type.Object({ ...Before.properties, username: Type.String({ maxLength: 100, default: '' }) }),
    handle: async ({ app, query: { before, username } }) => {
      const name = username.trim().replace(/^@/, '');
      const sales = await listAllSales(app, { before, username: name });
      const found = name === '' ? [] : await listSellersOf(app, name);
      const sellers = await Promise.all(
        found.map(async (seller) => ({ ...seller, ending: await quoteEnding(app, seller) })),
      );
      return operatorSalesView(app.config, { sales, isFirst: before === undefined, username: name, sellers });
    },
  }),
  operator.post({
    path: `${operatorSalesPath}/end`,
    verb: endMembershipsOf,
    body: Type.Object({
      type: Type.Enum(['profile', 'page']),
      id: Id,
      username: Type.String({ maxLength: 100, default: '' }),
    }),
    handle: async ({ app, viewer, body: { type, id, username } }) => {
      await endMembershipsOf(app, viewer, { type, id });
      const to = `${operatorSalesPath}?username=${encodeURIComponent(username)}`;
      return redirect(to, { kind: 'success', text: ended() });
    },
  }),
  operator.post({
    path: `${operatorSalesPath}/:id/refund`,
    verb: refundAnySale,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await refundAnySale(app, viewer, params.id);
      return redirect(operatorSalesPath, { kind: 'success', text: t('Refunded') });
    },
  }),
];
