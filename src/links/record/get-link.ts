import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Link } from './link.ts';
import { findLinkOf } from './queries.ts';

/**
 * Returns one of the viewer's links. Throws a `Problem` if it does not exist or belongs to another account.
 */
export async function getLink(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Link> {
  const link = await findLinkOf(app, viewer.id, id);
  if (!link) throw missing(t('Link'));
  return link;
}
