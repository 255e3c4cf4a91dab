import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { shortAddress, shortName } from '../../record/link.ts';
import type { Bio } from '../page/bio.ts';
import { readBio } from '../page/read-bio.ts';

/** What the frame around all pages of one bio page shows. */
export interface BuilderState {
  bio: Bio;
  /** Where visitors find it, and the same for people to read. */
  address: string;
  name: string;
}

export async function builderState(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<BuilderState> {
  const bio = await readBio(app, viewer, String(id));
  return { bio, address: shortAddress(app.config, bio), name: shortName(app.config, bio) };
}
