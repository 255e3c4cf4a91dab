import type { ShowFollowed } from '../redirect/followed.ts';
import { heldView } from '../safety/components.ts';

/** The page that warns visitors of a held link. */
export const showHeld: ShowFollowed = ({ config }, { shortAddress, to, heldFor }) =>
  Promise.resolve(heldView({ hopUrl: config.hopUrl, shortAddress, to, heldFor: heldFor ?? '' }));
