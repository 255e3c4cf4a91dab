import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { shortAddress, shortName } from '../../record/link.ts';
import type { Bio } from '../page/bio.ts';
import { getBio } from '../page/get-bio.ts';

/** State shared by all builder pages of a bio page. */
export interface BuilderState {
  bio: Bio;
  /** The public address, and the same address without the scheme for display. */
  address: string;
  name: string;
}

export async function builderState(
  app: Pick<App, 'db' | 'config'>,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<BuilderState> {
  const bio = await getBio(app, viewer, String(id));
  return { bio, address: shortAddress(app.config, bio), name: shortName(app.config, bio) };
}
