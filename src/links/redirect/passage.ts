import type { Ask, Decision, Show } from './decision.ts';
import type { Link } from './link.ts';

/** A request for a link that is answered with a page made for it, and so by Fastify. */
export interface Passage {
  decision: Ask | Show;
  link: Link;
  /** The short address. */
  address: string;
  /** Path and query as they were sent. */
  target: string;
  /** For whoever has said the password: what they get now. If they get through, the click is recorded. */
  enter(): Promise<Decision>;
}

/** The address under which Fastify meets such requests. No alias looks like this, so nobody else asks for it. */
export const passagePath = '/-/followed';
