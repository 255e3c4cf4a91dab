import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Bio } from './bio.ts';
import { findBioOf } from './queries.ts';

/** A bio page of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readBio(app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, id: string): Promise<Bio> {
  const bio = await findBioOf(app, viewer.id, id);
  if (!bio) throw missing('Bio page');
  return bio;
}
