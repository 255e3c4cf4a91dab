import type { App } from '../../../platform/app.ts';
import { readOwned, type Owner } from '../../owned/owned.ts';
import type { Code } from './code.ts';
import { findCodeOf } from './queries.ts';

/** One of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export const readCode = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Code> =>
  readOwned(app, viewer, { name: 'QR code', find: findCodeOf }, id);
