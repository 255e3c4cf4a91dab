import type { App } from '../../platform/app.ts';
import { readOwned, type Owner } from '../owned/owned.ts';
import type { Domain } from './domain.ts';
import { findDomainOf } from './queries.ts';

/** One of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export const readDomain = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Domain> =>
  readOwned(app, viewer, { name: 'Domain', find: findDomainOf }, id);
