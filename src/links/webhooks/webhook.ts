import { t } from '../../kernel/translation/translate.ts';
/** Events that webhooks can subscribe to. */
export const events = () =>
  ({
    'link.created': t('A link is created or restored'),
    'link.updated': t('A link is updated'),
    'link.deleted': t('A link is deleted'),
    'link.expired': t('A link expires'),
    'link.clicked': t('Links and bio pages are clicked'),
    'qr.scanned': t('QR codes are scanned'),
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
