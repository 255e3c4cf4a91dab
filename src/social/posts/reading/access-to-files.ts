import { t } from '../../../kernel/translation/translate.ts';
import type { FastifyRequest } from 'fastify';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Identify } from '../../../platform/http/family.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { readablePosts } from './visible.ts';

/**
 * Returns who can access a stored file: everyone, unless it is behind the paywall of a post. Viewers without
 * access to that post get a 404.
 * @param identify methods to identify the viewer, tried in order
 */
export const accessToFiles =
  (app: App, identify: readonly Identify[]) =>
  async (request: FastifyRequest, path: string): Promise<'public' | 'private'> => {
    const rows = await app.db
      .selectFrom('social.paywall_file')
      .where('path', '=', path)
      .select('post_id')
      .execute();
    if (rows.length === 0) return 'public';
    const viewer = await findViewer(app, request, identify);
    const readable = await readablePosts(app.db, viewer)
      .where(
        'post.id',
        'in',
        rows.map(({ post_id }) => post_id),
      )
      .select('post.id')
      .limit(1)
      .executeTakeFirst();
    if (!readable) throw missing(t('File'));
    return 'private';
  };

async function findViewer(
  app: App,
  request: FastifyRequest,
  identify: readonly Identify[],
): Promise<Viewer | undefined> {
  for (const each of identify) {
    const { viewer } = await each(app, request, 'anyone');
    if (viewer) return viewer;
  }
  return undefined;
}
