import type { App } from '../../platform/app.ts';
import { readPage, type PageNumber, type PageOfRows } from '../../platform/database/read-page.ts';
import type { Owner } from '../owned/owned.ts';
import { selectWebhooks } from './queries.ts';
import type { Webhook } from './webhook.ts';

/** One page of the viewer's webhooks, newest first. */
export const listWebhooks = (
  app: Pick<App, 'db'>,
  viewer: Owner,
  page: PageNumber,
): Promise<PageOfRows<Webhook>> =>
  readPage(selectWebhooks(app, viewer), page, (own) => own.orderBy('id', 'desc'));
