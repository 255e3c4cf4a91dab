import { msg } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { getOwned, type Owner } from '../../owned/owned.ts';
import type { Bio } from './bio.ts';
import { findBioOf } from './queries.ts';

/**
 * Returns one of the viewer's pages. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const getBio = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Bio> =>
  getOwned(app, viewer, { name: msg('Bio page'), find: findBioOf }, id);
