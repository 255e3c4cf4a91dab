import { msg } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import type { Domain } from './domain.ts';
import { findDomainOf } from './queries.ts';

/**
 * Returns one of the viewer's domains. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const getDomain = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Domain> =>
  getOwned(app, viewer, { name: msg('Domain'), find: findDomainOf }, id);
