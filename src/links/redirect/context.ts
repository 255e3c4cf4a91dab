import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '../../platform/app.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import type { Clicks } from '../clicks/spool/open-clicks.ts';
import type { BrandedHost, Domains } from '../domains/domain.ts';
import type { LinkPlace } from '../record/link.ts';
import type { Answers } from './responses.ts';
import type { Links } from './find-link.ts';
import type { Interstitial } from './interstitial.ts';
import type { createReadClient } from './visitor/client.ts';
import type { createReadVisitor } from './visitor/visitor.ts';

/** Shared state of the redirect. */
export interface RedirectContext {
  app: App;
  answers: Answers;
  links: Links;
  domains: Domains;
  clicks: Clicks;
  client: ReturnType<typeof createReadClient>;
  readVisitor: ReturnType<typeof createReadVisitor>;
  /** Decisions for requests that are passed on to render a page. */
  interstitials: WeakMap<IncomingMessage, Interstitial>;
}

/** A request for a link in progress. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  pass: RequestListener;
  place: LinkPlace;
  domain: BrandedHost | undefined;
}

/** Logs an error unless the database is down, which is logged where it is detected. */
export function logError({ app }: RedirectContext, error: unknown, message: string): void {
  if (!databaseProblem(error)) app.log.error({ err: error }, message);
}
