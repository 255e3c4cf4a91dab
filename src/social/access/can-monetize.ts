import { may, type Viewer } from '../../platform/http/caller.ts';
import type { Config } from '../../platform/settings/config.ts';

/** Whether the viewer may offer paid plans: the permission `can_monetize_content`. */
export const canMonetize = (
  { MONETIZATION }: Pick<Config, 'MONETIZATION'>,
  viewer: Pick<Viewer, 'permissions'>,
): boolean => MONETIZATION === 'members' || (MONETIZATION === 'operators' && may(viewer, 'operate'));
