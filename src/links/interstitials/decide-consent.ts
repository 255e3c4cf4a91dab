import type { ConsentMode } from '../pixels/pixels.ts';

/** Facts about the visitor and the pixels of a link. */
interface ConsentFacts {
  pixels: number;
  mode: ConsentMode;
  /** The browser sends a do-not-track signal. */
  refusesTracking: boolean;
  /** The visitor's earlier choice for this owner. */
  remembered: 'yes' | 'no' | undefined;
}

/**
 * `none`: no pixels and no prompt. `ask`: require consent first. `notice`: show a notice, then fire. `fire`:
 * fire immediately.
 */
export type Consent = 'none' | 'ask' | 'notice' | 'fire';

/**
 * Applies the first rule that matches. A browser signal overrides earlier consent, because it may be more
 * recent and is the safe choice.
 */
export function decideConsent({ pixels, mode, refusesTracking, remembered }: ConsentFacts): Consent {
  if (pixels === 0 || refusesTracking || remembered === 'no') return 'none';
  if (remembered === 'yes') return 'fire';
  return mode === 'legitimate' ? 'fire' : mode;
}
