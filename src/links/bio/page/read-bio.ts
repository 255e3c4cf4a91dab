import type { App } from '../../../platform/app.ts';
import { readOwned, type Owner } from '../../owned/owned.ts';
import type { Bio } from './bio.ts';
import { findBioOf } from './queries.ts';

/** One of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export const readBio = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Bio> =>
  readOwned(app, viewer, { name: 'Bio page', find: findBioOf }, id);
