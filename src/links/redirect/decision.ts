import type { FollowedPages } from './followed.ts';

/** What a visitor gets. */
export type Decision = Forward | Show | Ask | Refusal;

export interface Forward {
  do: 'forward';
  status: 301 | 302 | 307 | 308;
  to: string;
}

/** A page of its own: on the way to an address, or for what leads to none. */
export interface Show {
  do: 'show';
  as: keyof FollowedPages;
  to: string;
}

/** A password first. */
export interface Ask {
  do: 'ask';
}

export interface Refusal {
  do: RefusalKind;
}

/** `unavailable`: nobody can say at the moment, because the database is away and the link is not in memory. */
export type RefusalKind = 'missing' | 'disabled' | 'suspended' | 'expired' | 'unavailable';
