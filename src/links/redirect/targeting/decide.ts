import { createHmac } from 'node:crypto';
import type { Config } from '../../../platform/settings/config.ts';
import type { FollowedPages } from '../followed.ts';
import type { RedirectLink, Special } from '../get-links.ts';
import { appendQuery } from './targets.ts';
import { commonGuards, type Destination, guards, targetKinds, type Visit } from './guards.ts';

/** The outcome for a visitor. */
export type Decision = Forward | Show | Open | AskPassword | SharePreview | Expired | Refusal;

export interface Forward {
  do: 'forward';
  status: 301 | 302 | 307 | 308;
  to: string;
  /** The selected variant, for statistics. */
  variant?: string;
}

/** An own page: an interstitial before a destination, or the content if there is none. */
export interface Show {
  do: 'show';
  as: keyof FollowedPages;
  to: string;
  variant?: string;
  /** The id of the click, which the destination gets if the visitor allows it. */
  clickId?: string;
}

/** An app, or the store that offers it. */
export interface Open {
  do: 'open';
  /** The app URL. */
  to: string;
  store: string;
  isAutomatic: boolean;
}

/** The visitor must enter a password. */
export interface AskPassword {
  do: 'ask';
}

/** The preview for programs that share the link. */
export interface SharePreview {
  do: 'preview';
}

/** The link has expired. `to`: the redirect that its owner chose. */
interface Expired {
  do: 'expired';
  to: string | undefined;
}

interface Refusal {
  do: Exclude<RefusalKind, 'expired' | 'deleted'>;
}

/** `unavailable`: unknown because the database is down and the link is not cached. */
export type RefusalKind = 'missing' | 'deleted' | 'disabled' | 'suspended' | 'expired' | 'unavailable';

/**
 * Decides what a visitor of a link gets. The first matching guard decides, then the first matching target,
 * then the way of delivery. docs/redirect.md documents the order.
 */
export function decide(link: RedirectLink | null, visit: Visit): Decision {
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

function destinationOf(link: RedirectLink, { targets }: Special, visit: Visit): Destination {
  if (targets)
    for (const { match } of targetKinds) {
      const found = match(targets, link, visit);
      if (found) return found;
    }
  return { to: link.to };
}

/** Determines how a visitor is taken to the destination. */
export function deliver(
  link: RedirectLink,
  special: Special,
  destination: Destination,
  visit: Visit,
): Decision {
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
export function passOn(to: string, { targets }: Special, query: string): string {
  if (!targets?.passesQuery || query === '') return to;
  return appendQuery(to, query, new Set(targets.parameters.map(({ name }) => name)));
}

export function pageOf(
  { purpose, kind, pixels, targets }: Special,
  to: string,
  { visitor }: Visit,
): Show['as'] | undefined {
  if (purpose === 'bio') return 'bio';
  if (to === '') return 'code';
  // Bots skip interstitials, unless they are headless browsers. Apps cannot be framed.
  if ((visitor.isBot && !visitor.isHeadless) || !/^https?:/i.test(to)) return undefined;
  if (kind !== 'direct') return kind;
  // Whether the click's id may be passed is decided as for pixels.
  return pixels.length > 0 || targets?.passesClickId ? 'pixels' : undefined;
}

/** Adds the id of the click to a page before the destination, which passes it on with the visitor's consent. */
export const withClickId = (decision: Decision, { special }: RedirectLink, newId: () => string): Decision =>
  decision.do === 'show' && special?.targets?.passesClickId ? { ...decision, clickId: newId() } : decision;

/**
 * Returns an evenly distributed number from 0 to 99 that is constant for a browser, IP address and link, and
 * differs between links. It is computed and never stored, so visitors get the same variant without a cookie
 * and cannot be identified from the database.
 */
export function drawFor(
  { secretKey }: Pick<Config, 'secretKey'>,
  linkId: string,
  client: { address: string; userAgent: string },
): number {
  const digest = createHmac('sha256', secretKey)
    .update(`${linkId}\n${client.address}\n${client.userAgent}`)
    .digest();
  return digest.readUInt32BE() % 100;
}
