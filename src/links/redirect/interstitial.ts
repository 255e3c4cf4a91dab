import type { Ask, Decision, Open, Preview, Show } from './targeting/decision.ts';
import type { Link } from './link.ts';

/** What needs a page made for it. */
type ForPages = Ask | Preview | Show | Open;

/** A request for a link that is answered with a page made for it, and so by Fastify. */
export interface Interstitial {
  decision: Decision;
  link: Link;
  /** The short address. */
  address: string;
  /** Path and query as they were sent. */
  target: string;
  /** The response once the password was entered. If it is the redirect, the click is recorded. */
  enter(): Promise<Decision>;
}

export const needsPage = (decision: Decision): decision is ForPages =>
  decision.do === 'ask' || decision.do === 'preview' || decision.do === 'show' || decision.do === 'open';
