import type { FollowedPages } from '../followed.ts';

/** The outcome for a visitor. */
export type Decision = Forward | Show | Open | AskPassword | Preview | Expired | Refusal;

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
export interface Preview {
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
