import { days } from '../../kernel/time.ts';
import type { Client } from '../../platform/http/caller.ts';
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

/** Half a year, in seconds. */
const maxAge = days(182) / 1000;

/** One cookie per owner, because consent applies to a single owner. */
const nameOf = (ownerId: string) => `pixels_${ownerId}`;

export function rememberedConsent(
  { cookies }: Pick<Client, 'cookies'>,
  ownerId: string,
): 'yes' | 'no' | undefined {
  const value = cookies[nameOf(ownerId)];
  return value === 'yes' || value === 'no' ? value : undefined;
}

export const rememberConsent = (
  client: Pick<Client, 'setCookie'>,
  ownerId: string,
  choice: 'yes' | 'no',
): void => client.setCookie(nameOf(ownerId), choice, { maxAge });
