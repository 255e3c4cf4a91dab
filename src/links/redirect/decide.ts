import type { Decision, Show } from './decision.ts';
import type { Link, Special } from './link.ts';

/**
 * The rule of the redirect: what whoever follows a link gets. The first line that applies wins, and what an operator
 * said stands above what the owner said.
 */
export function decide(link: Link | null, now: number, isUnlocked = false): Decision {
  if (!link) return { do: 'missing' };
  if (link.isSuspended) return { do: 'suspended' };
  if (link.isDisabled) return { do: 'disabled' };
  if (link.expiresAt !== undefined && link.expiresAt <= now)
    return link.expiredTo ? forward(302, link.expiredTo) : { do: 'expired' };
  const { special } = link;
  if (!special) return forward(link.status, link.to);
  if (special.passwordHash !== null && !isUnlocked) return { do: 'ask' };
  const as = pageOf(special, link.to);
  return as ? { do: 'show', as, to: link.to } : forward(link.status, link.to);
}

function pageOf({ purpose, kind, pixels, heldFor }: Special, to: string): Show['as'] | undefined {
  if (purpose === 'bio') return 'bio';
  if (to === '') return 'code';
  if (heldFor !== null) return 'held';
  if (kind !== 'direct') return kind;
  return pixels.length > 0 ? 'pixels' : undefined;
}

const forward = (status: 301 | 302 | 307 | 308, to: string): Decision => ({ do: 'forward', status, to });
