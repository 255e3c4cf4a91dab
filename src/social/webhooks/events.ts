import type { Audience, WebhookService } from '../../identity/webhooks/webhook.ts';
import { Problem, msg } from '../../kernel/problem.ts';
import { may } from '../../platform/app.ts';
import { t } from '../../web/translation/translate.ts';
import { getApp, listApps } from '../apps/apps.ts';

const events = () =>
  ({
    'post.created': t('A post, article, thread, question, reply or answer is published or restored'),
    'post.updated': t('A post is edited'),
    'post.deleted': t('A post is deleted, or hidden by moderation'),
    'comment.created': t('A comment is published or restored'),
    'comment.updated': t('A comment is edited'),
    'comment.deleted': t('A comment is deleted, or hidden by moderation'),
    'reaction.created': t('Somebody reacts to a post or comment'),
    'question.answered': t('A question is answered'),
    'question.solved': t('An answer is accepted'),
    'thread.solved': t('A reply is marked as the solution of a thread'),
    'message.created': t('A message is sent or received'),
    'subscription.started': t('A subscription starts'),
    'subscription.renewed': t('A subscription is renewed'),
    'subscription.ended': t('A subscription ends'),
    'payment.created': t('A payment is made or received'),
    'payment.refunded': t('A payment is refunded'),
    'agent.connected': t('An app or agent is connected to the account'),
    'member.joined': t('Somebody joins'),
    'report.opened': t('Somebody reports something'),
  }) as const;

export type PlazaEvent = keyof ReturnType<typeof events>;
export const eventNames = Object.keys(events()) as PlazaEvent[];

/** The scope that an app needs to see the events of a person. Without one, apps get none. */
export const scopeOf: Readonly<Partial<Record<PlazaEvent, 'read' | 'messages' | 'pay'>>> = {
  'post.created': 'read',
  'post.updated': 'read',
  'post.deleted': 'read',
  'comment.created': 'read',
  'comment.updated': 'read',
  'comment.deleted': 'read',
  'reaction.created': 'read',
  'question.answered': 'read',
  'question.solved': 'read',
  'thread.solved': 'read',
  'message.created': 'messages',
  'subscription.started': 'pay',
  'subscription.renewed': 'pay',
  'subscription.ended': 'pay',
  'payment.created': 'pay',
  'payment.refunded': 'pay',
};

const ofSite: readonly PlazaEvent[] = ['member.joined', 'report.opened'];

/** The events of an audience. Operators are told what visitors can see, and what they moderate. */
export const eventsFor: Readonly<Record<Audience, readonly PlazaEvent[]>> = {
  account: eventNames.filter((event) => !ofSite.includes(event)),
  app: eventNames.filter((event) => scopeOf[event] !== undefined),
  site: eventNames.filter((event) => scopeOf[event] === 'read' || ofSite.includes(event)),
};

/** The webhooks of people, of their apps, and of operators. */
export const plazaWebhooks: WebhookService = {
  schema: 'social',
  name: 'Plaza',
  base: ({ plazaUrl }) => plazaUrl,
  path: '/developers/webhooks',
  events,
  suggested: ['post.created', 'comment.created'],
  audiences: {
    eventsOf: (audience) => eventsFor[audience],
    check: async (app, viewer, audience, appId) => {
      if (audience === 'site' && !may(viewer, 'operate'))
        throw new Problem('forbidden', msg('Only operators can do this'));
      return audience === 'app' ? (await getApp(app, viewer, appId ?? '0')).id : null;
    },
    listApps: async (app, viewer) => (await listApps(app, viewer)).map(({ id, name }) => ({ id, name })),
  },
};
