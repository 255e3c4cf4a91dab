import type { AskPassword, Decision, Open, Preview, Show } from './targeting/decision.ts';
import type { Link } from './link.ts';

/** Decisions that require a rendered page. */
type ForPages = AskPassword | Preview | Show | Open;

/** A request for a link that needs a rendered page and is therefore handled by Fastify. */
export interface Interstitial {
  decision: Decision;
  link: Link;
  /** The short URL. */
  address: string;
  /** Path and query as received. */
  target: string;
  /** The response once the password was entered. If it is the redirect, the click is recorded. */
  enter(): Promise<Decision>;
}

export const needsPage = (decision: Decision): decision is ForPages =>
  decision.do === 'ask' || decision.do === 'preview' || decision.do === 'show' || decision.do === 'open';
