import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import { selectWebhooks } from './queries.ts';

/** Returns one page of the viewer's webhooks, newest first. */
export const listWebhooks = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectWebhooks(app, viewer), page, (own) => own.orderBy('id', 'desc'));
