import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { movedTo, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { t } from '../../web/translation/translate.ts';
import { listMembershipPlans } from '../monetization/plan.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { toHost } from './api.ts';
import { listIssues } from './archive.ts';
import { shortText, mailPages, Switch, TrackingForm } from './mail-pages.ts';
import { issueAudiences, previewIssue, sendIssue } from './issues.ts';
import {
  getNewsletterHost,
  getNewsletter,
  pathOfNewsletter,
  refuseManagingNewsletter,
  refuseSending,
} from './newsletter.ts';
import type { HostId, Newsletter } from './newsletter.ts';
import { deleteNewsletter, listOwnNewsletters, listSubscriptions, saveNewsletter } from './newsletters.ts';
import { listNewsletterSubscribers, removeSubscriber } from './subscribers.ts';
import { subscribeToNewsletter, subscribeAddress, unsubscribe } from './subscribing.ts';
import { setTracking } from './tracking.ts';
import { newsletterView, subscriptionsView } from './views/reader-views.ts';
import { formView, manageNewsletterView, sendView } from './views/manage-views.ts';

const anyone = pagesFor('anyone');
const member = pagesFor('member');
const Host = {
  page: Type.Optional(Id),
  group: Type.Optional(Id),
};
const NewsletterForm = Type.Object({
  title: shortText(1000),
  about: shortText(5000),
  open: Switch,
  ...Host,
});
const SendForm = Type.Object({ post: Id, audience: shortText(40) });

const hostOf = (
  { page, group, user }: { page?: string; group?: string; user?: string },
  own?: string,
): HostId =>
  toHost(
    {
      ...(page !== undefined && { page_id: page }),
      ...(group !== undefined && { group_id: group }),
      ...(user !== undefined && { user_id: user }),
    },
    own,
  );

async function showNewsletter(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  { after, state }: { after?: string | undefined; state?: FormState } = {},
) {
  const newsletter = await getNewsletter(app, viewer, { id });
  const issues = await listIssues(app, viewer, newsletter, after);
  return newsletterView(newsletter, issues, { viewer, base: app.config.plazaUrl, after, state });
}

async function showSend(app: App, viewer: Viewer, id: string, postId: string, state: FormState = {}) {
  const newsletter = await getNewsletter(app, viewer, { id });
  refuseSending(newsletter.host);
  const [post, plans] = await Promise.all([getPost(app, viewer, postId), plansOf(app, viewer, newsletter)]);
  return sendView(newsletter, post, plans, state);
}

const plansOf = async (app: App, viewer: Viewer, { host }: Newsletter) =>
  host.kind === 'group'
    ? []
    : listMembershipPlans(app, viewer, { type: host.kind === 'page' ? 'page' : 'profile', id: host.id });

/** `everyone`, `members` or `plan-` with the id of a plan. */
function toAudience(given: string) {
  const [, planId] = /^plan-(\d{1,18})$/.exec(given) ?? [];
  if (planId !== undefined) return { audience: 'members' as const, planId };
  return { audience: issueAudiences.find((each) => each === given) ?? 'everyone' };
}

const readerPages = [
  anyone.get({
    path: '/newsletters',
    query: Type.Object({ user: Type.Optional(Id), ...Host }),
    handle: async ({ app, viewer, query }) =>
      movedTo(pathOfNewsletter(await getNewsletter(app, viewer, hostOf(query, viewer?.id)))),
  }),
  member.get({
    path: '/settings/newsletters',
    handle: async ({ app, viewer }) => {
      const [subscriptions, own] = await Promise.all([
        listSubscriptions(app, viewer),
        listOwnNewsletters(app, viewer),
      ]);
      return subscriptionsView(subscriptions, own);
    },
  }),
  anyone.get({
    path: '/newsletters/:id',
    params: ById,
    query: Type.Object({ after: Type.Optional(Id) }),
    handle: ({ app, viewer, params, query }) => showNewsletter(app, viewer, params.id, query),
  }),
  member.post({
    path: '/newsletters/:id/subscribe',
    verb: subscribeToNewsletter,
    params: ById,
    body: TrackingForm,
    handle: async ({ app, viewer, params, body }) => {
      await subscribeToNewsletter(app, viewer, params.id, { allowsTracking: body.tracking !== undefined });
      return redirect(pathOfNewsletter(params), { kind: 'success', text: t('Subscribed') });
    },
  }),
  member.post({
    path: '/newsletters/:id/tracking',
    verb: setTracking,
    params: ById,
    body: TrackingForm,
    handle: async ({ app, viewer, params, body }) => {
      await setTracking(app, viewer, params.id, body.tracking !== undefined);
      return redirect(pathOfNewsletter(params), { kind: 'success', text: t('Saved') });
    },
  }),
  member.post({
    path: '/newsletters/:id/unsubscribe',
    verb: unsubscribe,
    params: ById,
    body: Type.Object({ back: Type.Optional(shortText(10)) }),
    handle: async ({ app, viewer, params, body }) => {
      await unsubscribe(app, viewer, params.id);
      const to = body.back === 'settings' ? '/settings/newsletters' : pathOfNewsletter(params);
      return redirect(to, { kind: 'success', text: t('Unsubscribed') });
    },
  }),
  anyone.post({
    path: '/newsletters/:id/address',
    verb: subscribeAddress,
    params: ById,
    body: Type.Object({ email: shortText(300) }),
    handle: async ({ app, params, body }) => {
      await subscribeAddress(app, params.id, body.email);
      return redirect(pathOfNewsletter(params), {
        kind: 'success',
        text: t('Look into your mailbox to confirm'),
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showNewsletter(app, viewer, params.id, { state: refused(body, problem) }),
  }),
];

const managePages = [
  member.get({
    path: '/newsletters/new',
    query: Type.Object(Host),
    handle: async ({ app, viewer, query }) => {
      const host = await getNewsletterHost(app, viewer, hostOf(query, viewer.id));
      refuseManagingNewsletter(host);
      return formView(host, {});
    },
  }),
  member.post({
    path: '/newsletters/new',
    verb: saveNewsletter,
    body: NewsletterForm,
    handle: async ({ app, viewer, body: { title, about, open, ...host } }) => {
      const typed = { title, about, isOpen: open !== undefined };
      const id = await saveNewsletter(app, viewer, hostOf(host, viewer.id), typed);
      return redirect(`/newsletters/${id}/manage`, { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, viewer, body }, problem) => {
      const of = (name: string) =>
        typeof body[name] === 'string' && /^\d{1,18}$/.test(body[name]) ? { [name]: body[name] } : {};
      const host = await getNewsletterHost(app, viewer, hostOf({ ...of('page'), ...of('group') }, viewer.id));
      return formView(host, refused(body, problem));
    },
  }),
  member.get({
    path: '/newsletters/send',
    query: Type.Object({ post: Id }),
    handle: async ({ app, viewer, query }) => {
      const post = await getPost(app, viewer, query.post);
      const of = post.page ? { page: post.page.id } : post.group ? { group: post.group.id } : {};
      const hostId = hostOf(of, viewer.id);
      const known = await getNewsletter(app, viewer, hostId).catch(() => undefined);
      if (known) return showSend(app, viewer, known.id, query.post);
      const host = await getNewsletterHost(app, viewer, hostId);
      refuseManagingNewsletter(host);
      return formView(host, {});
    },
  }),
  member.get({
    path: '/newsletters/:id/manage',
    params: ById,
    query: Type.Object({ q: Type.Optional(shortText(200)), after: Type.Optional(Id) }),
    handle: async ({ app, viewer, params, query }) => {
      const newsletter = await getNewsletter(app, viewer, params);
      refuseManagingNewsletter(newsletter.host);
      const [subscribers, issues] = await Promise.all([
        listNewsletterSubscribers(app, viewer, params.id, query),
        listIssues(app, viewer, newsletter),
      ]);
      return manageNewsletterView(newsletter, subscribers, issues.items, {
        ...query,
        base: app.config.plazaUrl,
      });
    },
  }),
  member.post({
    path: '/newsletters/:id/subscribers/remove',
    verb: removeSubscriber,
    params: ById,
    body: Type.Object({ subscriber: Id }),
    handle: async ({ app, viewer, params, body }) => {
      await removeSubscriber(app, viewer, params.id, body.subscriber);
      return redirect(`/newsletters/${params.id}/manage`, { kind: 'success', text: t('Subscriber removed') });
    },
  }),
  member.post({
    path: '/newsletters/:id/delete',
    verb: deleteNewsletter,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteNewsletter(app, viewer, params.id);
      return redirect('/settings/newsletters', { kind: 'success', text: t('Newsletter deleted') });
    },
  }),
  member.post({
    path: '/newsletters/:id/send',
    verb: sendIssue,
    params: ById,
    body: SendForm,
    handle: async ({ app, viewer, params, body }) => {
      await sendIssue(app, viewer, params.id, body.post, toAudience(body.audience));
      const text = t('The newsletter is on its way');
      return redirect(pathOfNewsletter(params), { kind: 'success', text });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showSend(app, viewer, params.id, String(body.post), refused(body, problem)),
  }),
  member.post({
    path: '/newsletters/:id/preview',
    verb: previewIssue,
    params: ById,
    body: Type.Object({ post: Id }),
    handle: async ({ app, viewer, params, body }) => {
      await previewIssue(app, viewer, params.id, body.post);
      const text = t('Sent to your address');
      return redirect(`/newsletters/send?post=${body.post}`, { kind: 'success', text });
    },
  }),
];

export const newsletterPages = [...managePages, ...mailPages, ...readerPages];
