import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../platform/app.ts';
import { openCityDatabase } from '../clicks/visitors.ts';
import { openClicks } from '../clicks/spool/open-clicks.ts';
import { openDomains } from '../domains/domain.ts';
import type { Responses } from './responses.ts';
import { type CountedClient, countVisit, type Pass, type RedirectContext } from './record-click.ts';
import { openLinks } from './find-link.ts';
import { handleRequest } from './handle-request.ts';
import type { Interstitial } from './followed.ts';
import { openCountries } from './targeting/country.ts';
import { createReadClient, createVisitorOf } from './visitor.ts';

/** Handles requests for short links. */
export interface Redirect {
  /**
   * Responds to a request for a short link, and passes on requests for the service's own pages and APIs. Runs
   * before Fastify, which would take twice as long. Requests that need a rendered page are passed on too,
   * with `interstitialOf` returning their state.
   */
  handle(request: IncomingMessage, response: ServerResponse, pass: Pass): void;
  /** Returns the decision for a request that was passed on to render a page. */
  interstitialOf(request: IncomingMessage): Interstitial | undefined;
  /**
   * Counts a visit for a page that redirects on its own, such as a block of a bio page. Resolves when it is
   * on disk.
   */
  count: (linkId: string, client: CountedClient) => Promise<void>;
  answers: Responses;
  /** Resolves when the statistics include every click so far. */
  flush(): Promise<void>;
  /** Flushes the clicks. Call it after the last request. */
  close(): Promise<void>;
}

/** @param isAlone whether another machine answers what needs a page, which then counts the click as well */
export async function openRedirect(app: App, answers: Responses, isAlone = false): Promise<Redirect> {
  const links = openLinks(app);
  void links.warmUp();
  const context: RedirectContext = {
    app,
    links,
    answers,
    isAlone,
    client: createReadClient(app.config),
    visitorOf: createVisitorOf(openCountries(app.config), await openCityDatabase(app.config)),
    domains: await openDomains(app),
    clicks: await openClicks(app),
    interstitials: new WeakMap(),
  };
  const { clicks, domains, interstitials } = context;
  return {
    handle: (request, response, pass) => handleRequest(context, request, response, pass),
    interstitialOf: (request) => interstitials.get(request),
    count: (linkId, client) => countVisit(context, linkId, client),
    answers,
    flush: () => clicks.flush(),
    close: async () => {
      links.close();
      domains.close();
      await clicks.close();
    },
  };
}
