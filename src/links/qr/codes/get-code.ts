import { msg } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { getOwned, type Owner } from '../../owned/owned.ts';
import type { Code } from './code.ts';
import { findCodeOf } from './queries.ts';

/**
 * Returns one of the viewer's codes. Throws a `Problem` if it does not exist or belongs to another account.
 */
export const getCode = (app: Pick<App, 'db'>, viewer: Owner, id: string): Promise<Code> =>
  getOwned(app, viewer, { name: msg('QR code'), find: findCodeOf }, id);
