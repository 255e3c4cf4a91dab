import { createHmac, randomBytes } from 'node:crypto';
import { missing } from '../../kernel/problem.ts';
import { msg } from '../../kernel/message.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/paging.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Owner } from '../owned/owned.ts';

/** Events that webhooks can subscribe to. */
export const events = () =>
  ({
    'link.created': t('A link is created or restored'),
    'link.updated': t('A link is updated'),
    'link.deleted': t('A link is deleted'),
    'link.expired': t('A link expires'),
    'link.clicked': t('Links and bio pages are clicked'),
    'qr.scanned': t('QR codes are scanned'),
    'lead.created': t('A lead is counted'),
    'sale.created': t('A sale is counted'),
  }) as const;
type WebhookEvent = keyof ReturnType<typeof events>;
export const eventNames = Object.keys(events()) as WebhookEvent[];

/** The event of test messages. */
export const testEvent = 'webhook.test';

/** An owner's URL that is notified of events of their links. */
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

export const stateOf = ({ deliveredAt, failedAt, attempts }: Delivery) =>
  deliveredAt ? 'delivered' : failedAt ? 'failed' : attempts > 0 ? 'retrying' : 'waiting';

const selectWebhooks = ({ db }: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>) =>
  db
    .selectFrom('links.webhook')
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
    .where('account_id', '=', viewer.id);

export async function getWebhook(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Webhook> {
  const webhook = await selectWebhooks(app, viewer).where('id', '=', id).executeTakeFirst();
  if (!webhook) throw missing(msg('Webhook'));
  return webhook;
}

export const selectDeliveries = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.webhook_delivery')
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
export const listWebhooks = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectWebhooks(app, viewer), page, (own) => own.orderBy('id', 'desc'));

/** Returns a new secret in the format of the Standard Webhooks specification. */
export const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;

/**
 * Returns the `v1,…` signature of the message id, the time in seconds and the exact body, which receivers can
 * verify.
 */
export function signatureOf(secret: string, message: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64')}`;
}
