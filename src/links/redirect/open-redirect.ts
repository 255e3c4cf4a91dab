import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import type { Assets } from '../../platform/http/assets.ts';
import { openClicks } from '../clicks/open-clicks.ts';
import type { Click } from '../clicks/click.ts';
import { openDomains, type BrandedHost } from '../domains/open-domains.ts';
import { aliasIn } from './alias-in.ts';
import { openCountries } from './country.ts';
import { decide } from './decide.ts';
import type { Forward, RefusalKind } from './decision.ts';
import { openLinks } from './find-link.ts';
import type { Link } from './link.ts';
import { referrerHost } from './referrer.ts';
import { makeRefusalPages } from './refusal-pages.ts';
import { makeReadSender } from './sender.ts';
import { makeReadVisitor } from './visitor.ts';

/** What happens when someone follows a short link. */
export interface Redirect {
  /**
   * Answers the request if it asks for a short link; false: it is for the service's own pages and APIs, and untouched.
   * Tried ahead of Fastify, which would take twice as long.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Resolves when the statistics show every click so far. */
  flush(): Promise<void>;
  /**
   * Makes every answer the last of its connection, and waits until whoever is busy has had one. A connection that is
   * closed while a request is on its way would cut that off.
   */
  drain(): Promise<void>;
  /** Brings the clicks home. Call it when no more requests come. */
  close(): Promise<void>;
}

export async function openRedirect(app: App, assets: Assets): Promise<Redirect> {
  const readVisitor = makeReadVisitor(await openCountries(app.config));
  const sender = makeReadSender(app.config);
  const pages = makeRefusalPages(assets);
  const links = openLinks(app);
  void links.warmUp();
  const domains = await openDomains(app);
  const clicks = await openClicks(app);
  let isDraining = false;

  /** The click is on disk before the answer leaves, so that each redirect that anybody got is counted. */
  const follow = (
    link: Link | null,
    request: IncomingMessage,
    response: ServerResponse,
    domain: BrandedHost | undefined,
  ): void => {
    const at = app.clock.now().getTime();
    const decision = decide(link, at);
    if (decision.do === 'missing') lead(response, domain?.missingRedirect);
    else if (link === null || decision.do !== 'forward')
      refuse(response, decision.do === 'forward' ? 'missing' : decision.do);
    else clicks.record(clickOf(link, request, at), () => forward(response, decision));
  };

  const clickOf = (link: Link, request: IncomingMessage, at: number): Click => {
    const { headers } = request;
    const visitor = readVisitor(
      {
        address: sender.address(request),
        userAgent: headers['user-agent'] ?? '',
        acceptLanguage: headers['accept-language'] ?? '',
      },
      clicks.saltAt(at),
    );
    // HEAD is how programs look where a link leads.
    const isBot = visitor.isBot || request.method === 'HEAD';
    return { linkId: link.id, at, visitor, isBot, referrer: referrerHost(headers.referer) };
  };

  const forward = (response: ServerResponse, { status, to }: Forward): void => {
    response.writeHead(status, [...(isDraining ? lastAnswer : []), ...forwardHeaders, 'Location', to]);
    response.end();
  };

  const refuse = (response: ServerResponse, kind: RefusalKind): void => {
    const { status, headers, body } = pages[kind];
    response.writeHead(status, [...(isDraining ? lastAnswer : []), ...headers]);
    response.end(body, 'latin1');
  };

  /** To where the owner of a domain wants those to go who find no link. */
  const lead = (response: ServerResponse, to: string | null | undefined): void => {
    if (to) forward(response, { do: 'forward', status: 302, to: to });
    else refuse(response, 'missing');
  };

  return {
    handle: (request, response) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const target = request.url ?? '';
      const alias = aliasIn(target);
      const host = sender.host(request);
      const domain = domains.at(host);
      if (alias === undefined) {
        // A branded domain has links, and what the pages about them look like; the rest is the service's own affair.
        if (!domain || /^\/(assets\/|favicon\.|apple-touch-icon|\.well-known\/)/.test(target)) return false;
        lead(response, /^\/+(\?|$)/.test(target) ? domain.rootRedirect : domain.missingRedirect);
        return true;
      }
      const place = { host: domain ? host : '', alias };
      const link = alias === '' ? null : links.recall(place);
      if (link !== undefined) follow(link, request, response, domain);
      else
        links.find(place).then(
          (found) => follow(found, request, response, domain),
          (error: unknown) => {
            if (!databaseProblem(error)) app.log.error({ err: error }, 'a link could not be looked up');
            refuse(response, 'unavailable');
          },
        );
      return true;
    },
    flush: () => clicks.flush(),
    drain: () => {
      isDraining = true;
      return sleep(drainFor);
    },
    close: async () => {
      links.close();
      domains.close();
      await clicks.close();
    },
  };
}

/** Kept by no cache, whatever the status: every visit is counted, and a changed link leads elsewhere at once. */
const forwardHeaders = [
  'Cache-Control', 'private, max-age=0, no-store',
  'Referrer-Policy', 'strict-origin-when-cross-origin',
  'Content-Length', '0',
]; // prettier-ignore

const drainFor = seconds(0.3);
const lastAnswer = ['Connection', 'close'];
