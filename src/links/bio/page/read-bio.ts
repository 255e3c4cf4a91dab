import type { App } from '../../../platform/app.ts';
import { readOwned, type Owner } from '../../owned/owned.ts';
import type { Bio } from './bio.ts';
import { findBioOf } from './queries.ts';

/**
 * Returns one of the viewer's pages. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const readBio = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Bio> =>
  readOwned(app, viewer, { name: 'Bio page', find: findBioOf }, id);
