import { appendQuery } from '../append.ts';
import type { Decision, Forward, Show } from './decision.ts';
import { guards, commonGuards, type Visit } from './guards.ts';
import type { Link, Special } from '../link.ts';
import { targetKinds, type Destination } from './destinations.ts';

/**
 * Decides what a visitor of a link gets. The first matching guard decides, then the first matching target,
 * then the way of delivery. docs/redirect.md documents the order.
 */
export function decide(link: Link | null, visit: Visit): Decision {
  if (!link) return { do: 'missing' };
  const { special } = link;
  if (!special) {
    for (const { match } of commonGuards) {
      const decision = match(link, visit);
      if (decision) return decision;
    }
    return { do: 'forward', status: link.status, to: link.to };
  }
  for (const { match } of guards) {
    const decision = match(link, visit);
    if (decision) return decision;
  }
  return deliver(link, special, destinationOf(link, special, visit), visit);
}

function destinationOf(link: Link, { targets }: Special, visit: Visit): Destination {
  if (targets)
    for (const { match } of targetKinds) {
      const found = match(targets, link, visit);
      if (found) return found;
    }
  return { to: link.to };
}

/** Determines how a visitor is taken to the destination. */
export function deliver(link: Link, special: Special, destination: Destination, visit: Visit): Decision {
  const { to: address, variant, store } = destination;
  const named = variant === undefined ? {} : { variant };
  if (special.heldFor) return { do: 'show', as: 'held', to: address, ...named };
  if (store) return { do: 'open', to: address, ...store };
  const to = passOn(address, special, visit.query);
  const as = pageOf(special, to, visit);
  const forward: Forward = { do: 'forward', status: link.status, to, ...named };
  return as ? { do: 'show', as, to, ...named } : forward;
}

/** Adds the short URL's own query. Parameters that the owner appends take precedence. */
function passOn(to: string, { targets }: Special, query: string): string {
  if (!targets?.passesQuery || query === '') return to;
  return appendQuery(to, query, new Set(targets.parameters.map(({ name }) => name)));
}

function pageOf({ purpose, kind, pixels }: Special, to: string, { visitor }: Visit): Show['as'] | undefined {
  if (purpose === 'bio') return 'bio';
  if (to === '') return 'code';
  // Bots skip interstitials, unless they are headless browsers. Apps cannot be framed.
  if ((visitor.isBot && !visitor.isHeadless) || !/^https?:/i.test(to)) return undefined;
  if (kind !== 'direct') return kind;
  return pixels.length > 0 ? 'pixels' : undefined;
}
