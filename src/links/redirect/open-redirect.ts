import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Assets } from '../../platform/http/assets/assets.ts';
import { openPlaces } from '../clicks/place.ts';
import { openClicks } from '../clicks/spool/open-clicks.ts';
import { openDomains } from '../domains/open-domains.ts';
import { createAnswers, type Answers } from './responses.ts';
import type { RedirectContext } from './context.ts';
import { openLinks } from './find-link.ts';
import { handleRequest } from './follow.ts';
import type { Interstitial } from './interstitial.ts';
import { countVisit, type CountedClient } from './record-click.ts';
import { openCountries } from './targeting/country.ts';
import { createReadClient } from './visitor/client.ts';
import { createReadVisitor } from './visitor/visitor.ts';

/** What happens when someone follows a short link. */
export interface Redirect {
  /**
   * Answers the request if it asks for a short link, and passes on what is for the service's own pages and APIs. Tried
   * ahead of Fastify, which would take twice as long. What is answered with a page made for it is passed on too:
   * `interstitialOf` then knows about it.
   */
  handle(request: IncomingMessage, response: ServerResponse, pass: RequestListener): void;
  /** What was decided about a request that was passed on for a page to be made. */
  interstitialOf(request: IncomingMessage): Interstitial | undefined;
  /** Counts a visit that a page of ours leads on by itself, such as a block of a bio page. Resolves when it is on disk. */
  count: (linkId: string, client: CountedClient) => Promise<void>;
  answers: Answers;
  /** Resolves when the statistics show every click so far. */
  flush(): Promise<void>;
  /**
   * Makes every response the last of its connection, and waits for the requests in flight. A connection that is
   * closed while a request is on its way would cut that off.
   */
  drain(): Promise<void>;
  /** Brings the clicks home. Call it when no more requests come. */
  close(): Promise<void>;
}

export async function openRedirect(app: App, assets: Assets): Promise<Redirect> {
  const links = openLinks(app);
  void links.warmUp();
  const context: RedirectContext = {
    app,
    links,
    answers: createAnswers(assets),
    client: createReadClient(app.config),
    readVisitor: createReadVisitor(await openCountries(app.config), await openPlaces(app.config)),
    domains: await openDomains(app),
    clicks: await openClicks(app),
    interstitials: new WeakMap(),
  };
  const { answers, clicks, domains, interstitials } = context;
  return {
    handle: (request, response, pass) => handleRequest(context, request, response, pass),
    interstitialOf: (request) => interstitials.get(request),
    count: (linkId, client) => countVisit(context, linkId, client),
    answers,
    flush: () => clicks.flush(),
    drain: () => {
      answers.drain();
      return sleep(drainFor);
    },
    close: async () => {
      links.close();
      domains.close();
      await clicks.close();
    },
  };
}

const drainFor = seconds(0.3);
