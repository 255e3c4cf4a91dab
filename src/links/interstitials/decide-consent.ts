import type { ConsentMode } from '../pixels/consent.ts';

/** What is known about a visitor and the pixels of a link. */
interface ConsentFacts {
  pixels: number;
  mode: ConsentMode;
  /** Their browser says that they want no tracking. */
  refusesTracking: boolean;
  /** What they said to this owner before. */
  remembered: 'yes' | 'no' | undefined;
}

/** `none`: nothing is fired, and nothing said; `ask` first; `notice`: say it, then fire; `fire` at once. */
export type Consent = 'none' | 'ask' | 'notice' | 'fire';

/** The rule, first line that applies. A browser's signal outdoes an earlier yes: it may be newer, and no harm is done. */
export function decideConsent({ pixels, mode, refusesTracking, remembered }: ConsentFacts): Consent {
  if (pixels === 0 || refusesTracking || remembered === 'no') return 'none';
  if (remembered === 'yes') return 'fire';
  return mode === 'legitimate' ? 'fire' : mode;
}
