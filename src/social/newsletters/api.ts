import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { msg, invalid } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPlace,
  notACursor,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { pathOf } from '../posts/paths.ts';
import { type Issue, listIssues } from './archive.ts';
import { issueAudiences, previewIssue, sendIssue } from './issues.ts';
import { getNewsletter, type HostId, hostKinds, type Newsletter, pathOfNewsletter } from './newsletter.ts';
import { deleteNewsletter, listOwnNewsletters, listSubscriptions, saveNewsletter } from './newsletters.ts';
import { listNewsletterSubscribers, removeSubscriber } from './subscribers.ts';
import { subscribeToNewsletter, subscribeAddress, unsubscribe } from './subscribing.ts';
import { setTracking } from './tracking.ts';

const member = operations('Newsletters', 'member');
const anyApp = operations('Newsletters', 'app');
const path = '/apis/php/newsletters';
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

const NewsletterRecord = Type.Object({
  id: Type.String(),
  title: Type.String(),
  about: Type.String(),
  url: Type.String(),
  host_kind: Type.Enum([...hostKinds]),
  host_id: Type.String(),
  host_name: Type.String(),
  is_open: Type.Boolean({ description: 'Whether it takes new subscribers' }),
  is_subscribed: Type.Boolean(),
  allows_tracking: Type.Boolean({ description: 'Whether your opens and clicks are counted' }),
});

const toRecord = (base: string, newsletter: Newsletter) => ({
  id: newsletter.id,
  title: newsletter.title,
  about: newsletter.about,
  url: `${base}${pathOfNewsletter(newsletter)}`,
  ...{ host_kind: newsletter.host.kind, host_id: newsletter.host.id, host_name: newsletter.host.name },
  is_open: newsletter.isOpen,
  is_subscribed: newsletter.isSubscribed,
  allows_tracking: newsletter.allowsTracking,
});

const Listed = Type.Object({ id: Type.String(), title: Type.String() });

const SubscriberRecord = Type.Object({
  id: Type.String(),
  username: Type.Union([Type.String(), Type.Null()], {
    description: 'Of a member, whose address is not shown',
  }),
  email: Type.Union([Type.String(), Type.Null()], { description: 'Of a subscriber without an account' }),
  since: Type.String(),
});

const Count = Type.Integer();
const IssueRecord = Type.Object({
  id: Type.String(),
  post_id: Type.String(),
  title: Type.String(),
  url: Type.String(),
  sent_at: Type.String(),
  finished_at: Type.Union([Type.String(), Type.Null()]),
  numbers: Type.Union([
    Type.Object({
      ...{ queued: Count, sent: Count, bounced: Count, failed: Count },
      ...{ suppressed: Count, skipped: Count, unsubscribed: Count, opened: Count, clicked: Count },
      tracked: Type.Integer({ description: 'Readers whose opens and clicks are counted' }),
    }),
    Type.Null(),
  ]),
});

const toIssue = (base: string, { id, sentAt, finishedAt, post, numbers }: Issue) => ({
  ...{ id, post_id: post.id, title: post.title, url: `${base}${pathOf(post)}`, numbers },
  ...{ sent_at: sentAt.toISOString(), finished_at: finishedAt?.toISOString() ?? null },
});

const HostFields = {
  page_id: Type.Optional(Id),
  group_id: Type.Optional(Id),
};

/** One of the three, or the person given. */
export function toHost(
  given: { user_id?: string; page_id?: string; group_id?: string },
  own?: string,
): HostId {
  const { user_id = own, page_id, group_id } = given;
  if (page_id !== undefined) return { kind: 'page', id: page_id };
  if (group_id !== undefined) return { kind: 'group', id: group_id };
  if (user_id === undefined) throw invalid('user_id', msg('Send user_id, page_id or group_id'));
  return { kind: 'user', id: user_id };
}

export const newsletterRoutes = [
  anyApp.get({
    path: `${path}/newsletter`,
    summary: 'Get a newsletter',
    description:
      'Extension. By `id`, or that of a person, page or group. That of a private account or a group only for those who read it.',
    query: Type.Object({ id: Type.Optional(Id), user_id: Type.Optional(Id), ...HostFields }),
    returns: Envelope(NewsletterRecord),
    handle: async ({ app, viewer, query: { id, ...host } }) => ({
      data: toRecord(
        app.config.plazaUrl,
        await getNewsletter(app, viewer, id === undefined ? toHost(host) : { id }),
      ),
    }),
  }),
  member.post({
    path,
    verb: saveNewsletter,
    summary: 'Add or change a newsletter',
    description: 'Extension. Yours, or that of a page or group that you manage. Each has one.',
    body: Type.Object({
      title: text(1000, 'At most 80 characters'),
      about: { ...text(5000, 'At most 500 characters'), default: '' },
      is_open: Type.Boolean({ default: true }),
      ...HostFields,
    }),
    returns: Envelope(NewsletterRecord),
    example: { title: 'News from the bakery', about: 'Once a month', is_open: true },
    handle: async ({ app, viewer, body: { is_open: isOpen, title, about, ...host } }) => {
      const id = await saveNewsletter(app, viewer, toHost(host, viewer.id), { title, about, isOpen });
      return { data: toRecord(app.config.plazaUrl, await getNewsletter(app, viewer, { id })) };
    },
  }),
  member.post({
    path: `${path}/delete`,
    verb: deleteNewsletter,
    summary: 'Delete a newsletter',
    description: 'Extension. With its subscribers. The posts stay.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await deleteNewsletter(app, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
  member.get({
    path: `${path}/mine`,
    summary: 'List your newsletters',
    description: 'Extension. Yours, and those of pages and groups that you manage.',
    returns: Envelope(Type.Array(Listed)),
    handle: async ({ app, viewer }) => ({ data: await listOwnNewsletters(app, viewer) }),
  }),
  member.get({
    path: `${path}/subscriptions`,
    summary: 'List the newsletters that you get',
    description: 'Extension. The last first.',
    returns: Envelope(Type.Array(Listed)),
    handle: async ({ app, viewer }) => ({ data: await listSubscriptions(app, viewer) }),
  }),
  member.post({
    path: `${path}/subscribe`,
    verb: subscribeToNewsletter,
    summary: 'Subscribe to a newsletter',
    description: 'Extension. By the address of your account, which the newsletter does not see.',
    body: Type.Object({
      id: Id,
      allow_tracking: Type.Boolean({
        default: false,
        description: 'Whether your opens and clicks are counted. The newsletter sees numbers only',
      }),
    }),
    returns: Done,
    example: { id: '12', allow_tracking: false },
    handle: async ({ app, viewer, body }) => {
      await subscribeToNewsletter(app, viewer, body.id, { allowsTracking: body.allow_tracking });
      return { message: 'Subscribed' };
    },
  }),
  member.post({
    path: `${path}/tracking`,
    verb: setTracking,
    summary: 'Allow a newsletter to count your opens and clicks, or no longer',
    description:
      'Extension. For subscribers. The newsletter sees numbers only. What was noted is deleted when you allow it no longer.',
    body: Type.Object({ id: Id, allow: Type.Boolean() }),
    returns: Done,
    example: { id: '12', allow: true },
    handle: async ({ app, viewer, body }) => {
      await setTracking(app, viewer, body.id, body.allow);
      return { message: 'Saved' };
    },
  }),
  member.post({
    path: `${path}/unsubscribe`,
    verb: unsubscribe,
    summary: 'Unsubscribe from a newsletter',
    description: 'Extension. Nothing changes if you are not subscribed.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await unsubscribe(app, viewer, body.id);
      return { message: 'Unsubscribed' };
    },
  }),
  anyApp.post({
    path: `${path}/subscribe-address`,
    verb: subscribeAddress,
    summary: 'Subscribe an email address to a newsletter',
    description:
      'Extension. An email asks the address to confirm. The answer is the same if it is subscribed already.',
    body: Type.Object({ id: Id, email: text(300, 'The address') }),
    returns: Done,
    example: { id: '12', email: 'reader@example.org' },
    handle: async ({ app, body }) => {
      await subscribeAddress(app, body.id, body.email);
      return { message: 'Look into your mailbox to confirm' };
    },
  }),
  member.get({
    path: `${path}/subscribers`,
    summary: 'List the subscribers of a newsletter',
    description:
      'Extension. For those who manage it. The last first, 50 per page; `q` searches names and addresses.',
    query: Type.Object({ id: Id, q: Type.Optional(Type.String({ maxLength: 200 })), ...After }),
    returns: PageEnvelope(Type.Array(SubscriberRecord)),
    handle: async ({ app, viewer, query: { id, q, after } }) => {
      const { items, next } = await listNewsletterSubscribers(app, viewer, id, { q, after: toId(after) });
      const data = items.map(({ since, ...each }) => ({ ...each, since: since.toISOString() }));
      return { data, ...nextPlace(next) };
    },
  }),
  member.post({
    path: `${path}/subscribers/remove`,
    verb: removeSubscriber,
    summary: 'Remove a subscriber',
    description: 'Extension. For those who manage the newsletter.',
    body: Type.Object({ id: Id, subscriber_id: Id }),
    returns: Done,
    example: { id: '12', subscriber_id: '34' },
    handle: async ({ app, viewer, body }) => {
      await removeSubscriber(app, viewer, body.id, body.subscriber_id);
      return { message: 'Removed' };
    },
  }),
  anyApp.get({
    path: `${path}/issues`,
    summary: 'List the issues of a newsletter',
    description:
      'Extension. The last first, 20 per page: posts that you see. `numbers` for those who manage it.',
    query: Type.Object({ id: Id, ...After }),
    returns: PageEnvelope(Type.Array(IssueRecord)),
    handle: async ({ app, viewer, query: { id, after } }) => {
      const newsletter = await getNewsletter(app, viewer, { id });
      const { items, next } = await listIssues(app, viewer, newsletter, toId(after));
      return { data: items.map((issue) => toIssue(app.config.plazaUrl, issue)), ...nextPlace(next) };
    },
  }),
  member.post({
    path: `${path}/send`,
    verb: sendIssue,
    summary: 'Send a post as a newsletter',
    description:
      'Extension. Once for each post. `members`: subscribers who pay for a plan, or for `plan_id`. Each subscriber gets what they may read; of a paid post, others get the teaser.',
    body: Type.Object({
      id: Id,
      post_id: Id,
      audience: Type.Enum([...issueAudiences], { default: 'everyone' }),
      plan_id: Type.Optional(Id),
    }),
    returns: Envelope(Type.Object({ id: Type.String() })),
    example: { id: '12', post_id: '34', audience: 'everyone' },
    handle: async ({ app, viewer, body: { id, post_id, audience, plan_id: planId } }) => ({
      data: { id: await sendIssue(app, viewer, id, post_id, { audience, planId }) },
    }),
  }),
  member.post({
    path: `${path}/preview`,
    verb: previewIssue,
    summary: 'Send a newsletter to yourself',
    description: 'Extension. As subscribers with access to the whole post get it.',
    body: Type.Object({ id: Id, post_id: Id }),
    returns: Done,
    example: { id: '12', post_id: '34' },
    handle: async ({ app, viewer, body }) => {
      await previewIssue(app, viewer, body.id, body.post_id);
      return { message: 'Sent to your address' };
    },
  }),
];

/** The id that a cursor is. */
function toId(after: string | undefined): string | undefined {
  if (after !== undefined && !/^\d{1,18}$/.test(after)) throw notACursor();
  return after;
}
