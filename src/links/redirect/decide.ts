import type { Decision } from './decision.ts';
import type { Link } from './link.ts';

/**
 * The rule of the redirect: what whoever follows a link gets. The first line that applies wins, and what an operator
 * said stands above what the owner said.
 */
export function decide(link: Link | null, now: number): Decision {
  if (!link) return { do: 'missing' };
  if (link.isSuspended) return { do: 'suspended' };
  if (link.isDisabled) return { do: 'disabled' };
  if (link.expiresAt !== undefined && link.expiresAt <= now)
    return link.expiredTo ? forward(302, link.expiredTo) : { do: 'expired' };
  return forward(link.status, link.to);
}

const forward = (status: 301 | 302 | 307 | 308, to: string): Decision => ({ do: 'forward', status, to });
