import type { App } from '../../platform/app.ts';
import { readPage, type PageNumber, type PageOfRows } from '../../platform/database/read-page.ts';
import type { Owner } from '../owned/owned.ts';
import type { Domain } from './domain.ts';
import { selectDomains } from './queries.ts';

/** One page of the viewer's domains, oldest first. */
export const listDomains = (
  app: Pick<App, 'db'>,
  viewer: Owner,
  page: PageNumber,
): Promise<PageOfRows<Domain>> =>
  readPage(selectDomains(app).where('account_id', '=', viewer.id), page, (own) => own.orderBy('id'));
