import { type Kysely, sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { missing, msg } from '../../kernel/problem.ts';
import type { App, Asker, Viewer } from '../../platform/app.ts';
import { getNumberedPage, type PageNumber } from '../../platform/database/queries.ts';
import type { SocialWebhook, SocialWebhookDelivery } from '../../platform/database/rows.gen.ts';
import type { Config } from '../../platform/settings/config.ts';

/** The webhooks of one service: where they are stored, and what they can be told. */
export interface WebhookService {
  /** Has the tables `webhook` and `webhook_delivery`. */
  schema: 'links' | 'social';
  /** Its name in messages to people. */
  name: string;
  base: (config: Config) => string;
  /** The page of all webhooks. */
  path: string;
  /** What happens, by the name of its event, in the order of forms and documents. */
  events: () => Readonly<Record<string, string>>;
  /** Events that are chosen in the form of a new webhook. */
  suggested: readonly string[];
  /** Whose events webhooks can be told. Without a choice, only those of their owner. */
  audiences?: Audiences;
}

/** Whose events a webhook is told: its owner's, those of people who authorized an app, or those of the site. */
export const webhookAudiences = ['account', 'app', 'site'] as const;
export type Audience = (typeof webhookAudiences)[number];

interface Audiences {
  /** The events of an audience. */
  eventsOf: (audience: Audience) => readonly string[];
  /** Throws unless the viewer may add webhooks of the audience. Returns the id of the app. */
  check: (app: App, viewer: Asker, audience: Audience, appId: string | undefined) => Promise<string | null>;
  /** The apps that a webhook can be added for. */
  listApps: (app: App, viewer: Viewer) => Promise<{ id: string; name: string }[]>;
}

/** The events that can be chosen for webhooks of an audience. */
export const eventsOf = (service: WebhookService, audience: Audience): readonly string[] =>
  service.audiences?.eventsOf(audience) ?? Object.keys(service.events());

interface Tables {
  webhook: SocialWebhook;
  webhook_delivery: SocialWebhookDelivery;
}

/** The tables of a service. Those of Hop have no audience: it is always the account. */
export const tablesOf = ({ db }: Pick<App, 'db'>, { schema }: WebhookService): Kysely<Tables> =>
  db.withSchema(schema) as unknown as Kysely<Tables>;

/** The event of test messages. */
export const testEvent = 'webhook.test';

/** An owner's URL that is notified of events. */
export interface Webhook {
  /** Digits. */
  id: string;
  name: string;
  url: string;
  events: string[];
  /** Time of the last success, and of the first failure since. */
  deliveredAt: Date | null;
  failingSince: Date | null;
  disabledAt: Date | null;
  /** Why it was disabled. Null: by its owner. */
  disabledReason: string | null;
  /** Whether the secret has not been shown to its owner yet. */
  isFresh: boolean;
  audience: Audience;
  /** Of webhooks of an app. */
  appId: string | null;
  createdAt: Date;
}

/** A message and its delivery state. */
export interface Delivery {
  id: string;
  message: string;
  kind: string;
  attempts: number;
  /** Time of the next attempt. Null: none. */
  dueAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** HTTP status of the last attempt. */
  status: number | null;
  /** Start of the response, or the reason why there was none. */
  response: string | null;
  /** Milliseconds. */
  durationMs: number | null;
  createdAt: Date;
}

export const stateOfDelivery = ({ deliveredAt, failedAt, attempts }: Delivery) =>
  deliveredAt ? 'delivered' : failedAt ? 'failed' : attempts > 0 ? 'retrying' : 'waiting';

const selectWebhooks = (app: Pick<App, 'db'>, service: WebhookService, viewer: Pick<Viewer, 'id'>) =>
  tablesOf(app, service)
    .selectFrom('webhook')
    .select([
      'id',
      'name',
      'url',
      'events',
      'delivered_at as deliveredAt',
      'failing_since as failingSince',
      'disabled_at as disabledAt',
      'disabled_reason as disabledReason',
      'created_at as createdAt',
      ({ eb }) => eb('shown_at', 'is', null).$castTo<boolean>().as('isFresh'),
    ])
    .select(
      service.audiences
        ? [sql<Audience>`audience`.as('audience'), sql<string | null>`app_id`.as('appId')]
        : [sql<Audience>`'account'`.as('audience'), sql<string | null>`null`.as('appId')],
    )
    .where('account_id', '=', viewer.id);

export async function getWebhook(
  app: Pick<App, 'db'>,
  service: WebhookService,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Webhook> {
  const webhook = await selectWebhooks(app, service, viewer).where('id', '=', id).executeTakeFirst();
  if (!webhook) throw missing(msg('Webhook'));
  return webhook;
}

export const selectDeliveries = (app: Pick<App, 'db'>, service: WebhookService) =>
  tablesOf(app, service)
    .selectFrom('webhook_delivery')
    .select([
      'id',
      'message',
      'kind',
      'attempts',
      'due_at as dueAt',
      'delivered_at as deliveredAt',
      'failed_at as failedAt',
      'status',
      'response',
      'duration_ms as durationMs',
      'created_at as createdAt',
    ]);

/** Returns one page of the viewer's webhooks, newest first. */
export const listWebhooks = (
  app: Pick<App, 'db'>,
  service: WebhookService,
  viewer: Pick<Viewer, 'id'>,
  page: PageNumber,
) => getNumberedPage(selectWebhooks(app, service, viewer), page, (own) => own.orderBy('id', 'desc'));

/** Returns a new secret in the format of the Standard Webhooks specification. */
export const newWebhookSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
