import type { WebhookService } from '../../identity/webhooks/webhook.ts';
import { t } from '../../web/translation/translate.ts';

/** Events that webhooks can subscribe to. */
const events = () =>
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

/** The webhooks of accounts of Hop. */
export const hopWebhooks: WebhookService = {
  schema: 'links',
  name: 'Hop',
  base: ({ hopUrl }) => hopUrl,
  path: '/dashboard/webhooks',
  events,
  suggested: ['link.created', 'link.clicked'],
};
