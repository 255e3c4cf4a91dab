import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById, Id, IdOrEmpty } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { listSellingPages } from '../monetization/list-managed-plans.ts';
import { toSeller } from '../monetization/require-seller.ts';
import { refuseManaging } from '../access/page-roles.ts';
import { readPage } from '../pages/read-page.ts';
import { checkoutPages } from './checkout-pages.ts';
import { countSubscribers, listOwnMemberships, listSubscribers } from './list-memberships.ts';
import { listAllSales, listPaidBy, listSalesOf } from './list-sales.ts';
import { cancelMembership, renewNow, resumeMembership } from './manage-membership.ts';
import { subscriptionsPath } from './membership.ts';
import { readEarnings } from './read-earnings.ts';
import { refundSale } from './refund.ts';
import {
  operatorSalesPath,
  operatorSalesView,
  paymentsView,
  salesPath,
  salesView,
} from './views/sales-view.ts';
import { subscriptionsView } from './views/subscriptions-view.ts';

const member = pagesFor('member');
const operator = pagesFor('operator');
const often = { by: ['account'], calls: 60, within: minutes(5) } as const;
const Before = Type.Object({ before: Type.Optional(Id) });
const acts = () =>
  ({
    cancel: [cancelMembership, t('Canceled. You have access until the end of the period')],
    resume: [resumeMembership, t('Resumed')],
    renew: [renewNow, t('Paid')],
  }) as const;

export const membershipPages = [
  ...checkoutPages,
  member.get({
    path: subscriptionsPath,
    query: Before,
    handle: async ({ app, viewer, query }) =>
      subscriptionsView(
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
    limit: often,
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
      if (seller.type === 'page') refuseManaging(await readPage(app, viewer, { id: nodeId }));
      const membersBefore = query.members_before === '' ? undefined : query.members_before;
      return salesView({
        config: app.config,
        nodeId,
        words,
        pages: await listSellingPages(app, viewer),
        earnings: await readEarnings(app, seller),
        subscribers: await listSubscribers(app, seller, { before: membersBefore, words }),
        count: await countSubscribers(app, seller),
        sales: await listSalesOf(app, seller, before),
        isFirst: before === undefined,
      });
    },
  }),
  member.post({
    path: `${salesPath}/:id/refund`,
    limit: often,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await refundSale(app, viewer, params.id);
      return redirect(salesPath, { kind: 'success', text: t('Refunded') });
    },
  }),
  operator.get({
    path: operatorSalesPath,
    query: Type.Object({ ...Before.properties, username: Type.String({ maxLength: 100, default: '' }) }),
    handle: async ({ app, query: { before, username } }) => {
      const name = username.trim().replace(/^@/, '');
      const sales = await listAllSales(app, { before, username: name });
      return operatorSalesView(app.config, { sales, isFirst: before === undefined, username: name });
    },
  }),
  operator.post({
    path: `${operatorSalesPath}/:id/refund`,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await refundSale(app, viewer, params.id);
      return redirect(operatorSalesPath, { kind: 'success', text: t('Refunded') });
    },
  }),
];
