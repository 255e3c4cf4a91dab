import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Link } from '../record/link.ts';
import { selectLinks } from '../record/queries.ts';

/** Returns the viewer's newest link, for working examples. */
export const newestLink = (
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<Pick<Link, 'domain' | 'alias'> | undefined> =>
  selectLinks(app)
    .where('link.account_id', '=', viewer.id)
    .orderBy('link.id', 'desc')
    .limit(1)
    .executeTakeFirst();
