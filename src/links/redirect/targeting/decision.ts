import type { FollowedPages } from '../followed.ts';

/** What a visitor gets. */
export type Decision = Forward | Show | Open | Ask | Preview | Over | Refusal;

export interface Forward {
  do: 'forward';
  status: 301 | 302 | 307 | 308;
  to: string;
  /** Which of several the visitor got, for the statistics. */
  variant?: string;
}

/** A page of its own: on the way to an address, or for what leads to none. */
export interface Show {
  do: 'show';
  as: keyof FollowedPages;
  to: string;
  variant?: string;
}

/** An app, or the store that has it. */
export interface Open {
  do: 'open';
  /** The app's address. */
  to: string;
  store: string;
  isAutomatic: boolean;
}

/** A password first. */
export interface Ask {
  do: 'ask';
}

/** What a program shows of the link where it is shared. */
export interface Preview {
  do: 'preview';
}

/** Its time is over; `to`: where its owner sends people now. */
interface Over {
  do: 'expired';
  to: string | undefined;
}

interface Refusal {
  do: Exclude<RefusalKind, 'expired' | 'deleted'>;
}

/** `unavailable`: nobody can say at the moment, because the database is away and the link is not in memory. */
export type RefusalKind = 'missing' | 'deleted' | 'disabled' | 'suspended' | 'expired' | 'unavailable';
