import { t } from '../../kernel/translation/translate.ts';
/** What a webhook can be told. */
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

/** The message that a test sends. */
export const testEvent = 'webhook.test';

/** An address of a program of the owner's that is told what happens to their links. */
export interface Webhook {
  /** Digits. */
  id: string;
  name: string;
  url: string;
  events: string[];
  /** When something was taken last, and since when nothing is. */
  deliveredAt: Date | null;
  failingSince: Date | null;
  disabledAt: Date | null;
  /** Why it was switched off; null: its owner did. */
  disabledReason: string | null;
  /** Whether its owner has yet to be shown its secret. */
  isFresh: boolean;
  createdAt: Date;
}

/** A message, and what became of it. */
export interface Delivery {
  id: string;
  message: string;
  kind: string;
  attempts: number;
  /** When it is tried next; null: it is not. */
  dueAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** Of the last try. */
  status: number | null;
  /** The beginning of the answer, or why there was none. */
  response: string | null;
  /** Milliseconds. */
  durationMs: number | null;
  createdAt: Date;
}

export const stateOf = ({ deliveredAt, failedAt, attempts }: Delivery) =>
  deliveredAt ? 'delivered' : failedAt ? 'failed' : attempts > 0 ? 'retrying' : 'waiting';
