import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import { selectDomains } from './queries.ts';

/** Returns one page of the viewer's domains, oldest first. */
export const listDomains = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectDomains(app).where('account_id', '=', viewer.id), page, (own) => own.orderBy('id'));
