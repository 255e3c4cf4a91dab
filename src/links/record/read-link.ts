import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Link } from './link.ts';
import { findLinkOf } from './queries.ts';

/** A link of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readLink(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Link> {
  const link = await findLinkOf(app, viewer.id, id);
  if (!link) throw missing(t('Link'));
  return link;
}
