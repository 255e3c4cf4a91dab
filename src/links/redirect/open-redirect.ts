import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import type { Assets } from '../../platform/http/assets/assets.ts';
import type { Client } from '../../platform/http/caller.ts';
import { isPrefetch } from '../../platform/http/prefetch.ts';
import { openClicks } from '../clicks/spool/open-clicks.ts';
import type { Click } from '../clicks/click.ts';
import { openPlaces } from '../clicks/place.ts';
import { openDomains, type BrandedHost } from '../domains/open-domains.ts';
import { aliasIn } from './alias-in.ts';
import type { LinkPlace } from '../record/announce-link.ts';
import { makeAnswers, type Answers } from './answers.ts';
import { openCountries } from './targeting/country.ts';
import { decide } from './targeting/decide.ts';
import { drawFor } from './targeting/draw.ts';
import type { Decision } from './targeting/decision.ts';
import { openLinks } from './find-link.ts';
import type { Visit } from './targeting/gates.ts';
import type { Link } from './link.ts';
import { hasPass } from './pass.ts';
import { needsPage, passagePath, type Passage } from './passage.ts';
import { referrerHost } from './visitor/referrer.ts';
import { makeReadSender } from './visitor/sender.ts';
import { takeClick } from './take-click.ts';
import { makeReadVisitor } from './visitor/visitor.ts';

/** What happens when someone follows a short link. */
export interface Redirect {
  /**
   * Answers the request if it asks for a short link, and hands on what is for the service's own pages and APIs. Tried
   * ahead of Fastify, which would take twice as long. What is answered with a page made for it is handed on too:
   * `passageOf` then knows about it.
   */
  handle(request: IncomingMessage, response: ServerResponse, pass: RequestListener): void;
  /** What was decided about a request that was handed on as one for `passagePath`. */
  passageOf(request: IncomingMessage): Passage | undefined;
  /** Counts a visit that a page of ours leads on by itself, such as a block of a bio page. Resolves when it is kept. */
  count: (linkId: string, client: CountedClient) => Promise<void>;
  answers: Answers;
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

/** What counting asks of a request. */
type CountedClient = Pick<Client, 'address' | 'userAgent' | 'acceptLanguage' | 'isPrefetch'>;

/** A request for a link, on its way. */
interface Errand {
  request: IncomingMessage;
  response: ServerResponse;
  pass: RequestListener;
  place: LinkPlace;
  domain: BrandedHost | undefined;
}

export async function openRedirect(app: App, assets: Assets): Promise<Redirect> {
  const readVisitor = makeReadVisitor(await openCountries(app.config), await openPlaces(app.config));
  const sender = makeReadSender(app.config);
  const answers = makeAnswers(assets);
  const links = openLinks(app);
  void links.warmUp();
  const domains = await openDomains(app);
  const clicks = await openClicks(app);
  const passages = new WeakMap<IncomingMessage, Passage>();

  const follow = (link: Link | null, errand: Errand): void => {
    const { request, response, pass } = errand;
    const isPost = request.method === 'POST';
    if (link === null)
      return isRead(request) ? lead(response, errand.domain?.missingRedirect) : pass(request, response);
    if (!isRead(request) && !isPost) return answers.refuseMethod(response, methodsOf(link));
    const visit = visitOf(link, request);
    const decision = decide(link, visit);
    if (isPost && !hasPassword(link) && !keepsMethod(decision))
      return answers.refuseMethod(response, methodsOf(link));
    const answer = (decision: Decision): void => {
      if (decision.do === 'forward') answers.forward(response, decision);
      else if (needsPage(decision)) handOver(decision, link, errand);
      else if (decision.do === 'expired' && decision.to) lead(response, decision.to);
      else answers.refuse(response, decision.do);
    };
    // What was sent is looked at first.
    if (isPost && hasPassword(link)) handOver(decision, link, errand);
    else settle(decision, link, visit, request, answer);
  };

  const visitOf = (link: Link, request: IncomingMessage): Visit => {
    const { headers, url = '' } = request;
    const now = app.clock.now().getTime();
    const { special } = link;
    const userAgent = headers['user-agent'] ?? '';
    const address = sender.address(request);
    const acceptLanguage = headers['accept-language'] ?? '';
    const visitor = readVisitor({ address, userAgent, acceptLanguage }, clicks.saltAt(now));
    if (!special) return { ...plainVisit, visitor, now };
    return {
      visitor,
      now,
      isUnlocked: special.passwordHash !== null && hasPass(app.config, link, headers.cookie, now),
      query: special.roads?.passesQuery ? queryOf(url) : '',
      draw: special.roads?.variants ? drawFor(app.config, link.id, { address, userAgent }) : 0,
    };
  };

  /** Counts whoever gets through, and then says so: the click is on disk before the answer leaves. */
  const settle = (
    decision: Decision,
    link: Link,
    visit: Visit,
    request: IncomingMessage,
    then: (decision: Decision) => void,
  ): void => {
    const { special } = link;
    if (!isClick(decision)) return then(decision);
    // HEAD is how programs look where a link leads. What is prefetched may never be opened.
    const isBot = visit.visitor.isBot || request.method === 'HEAD' || isPrefetch(request.headers);
    const click: Click = {
      linkId: link.id,
      at: visit.now,
      visitor: visit.visitor,
      isBot,
      referrer: referrerHost(request.headers.referer),
      ...('variant' in decision && { variant: decision.variant }),
    };
    const record = () => clicks.record(click, () => then(decision));
    if (!special?.clickLimit || isBot) return record();
    takeClick(app, link.id).then(
      (isTaken) => {
        if (isTaken) return record();
        special.isSpent = true;
        then(decide(link, visit));
      },
      (error: unknown) => {
        complain(error, 'a click could not be taken');
        then({ do: 'unavailable' });
      },
    );
  };

  const handOver = (decision: Decision, link: Link, errand: Errand): void => {
    const { request, response, pass, place } = errand;
    const target = request.url ?? '';
    passages.set(request, {
      decision,
      target,
      link,
      address: `${originOf(place.host)}/${encodeURI(place.alias)}`,
      enter: () => enter(link, request),
    });
    const query = target.indexOf('?');
    request.url = passagePath + (query < 0 ? '' : target.slice(query));
    pass(request, response);
  };

  const enter = (link: Link, request: IncomingMessage): Promise<Decision> => {
    const visit = { ...visitOf(link, request), isUnlocked: true };
    const { promise, resolve } = Promise.withResolvers<Decision>();
    settle(decide(link, visit), link, visit, request, resolve);
    return promise;
  };

  const complain = (error: unknown, message: string): void => {
    if (!databaseProblem(error)) app.log.error({ err: error }, message);
  };

  const originOf = (host: string): string =>
    host === '' ? app.config.hopUrl : `${domains.at(host)?.scheme ?? 'https'}://${host}`;

  /** To where the owner of a domain wants those to go who find no link. */
  const lead = (response: ServerResponse, to: string | null | undefined): void => {
    if (to) answers.forward(response, { status: 302, to });
    else answers.refuse(response, 'missing');
  };

  return {
    handle: (request, response, pass) => {
      const { url: target = '' } = request;
      const alias = aliasIn(target);
      const host = sender.host(request);
      const domain = domains.at(host);
      if (alias === undefined) {
        if (!domain || !isRead(request) || isOwnEverywhere(target)) return pass(request, response);
        return lead(response, /^\/+(\?|$)/.test(target) ? domain.rootRedirect : domain.missingRedirect);
      }
      const place = { host: domain ? host : '', alias };
      const errand = { request, response, pass, place, domain };
      const link = alias === '' ? null : links.recall(place);
      if (link !== undefined) return follow(link, errand);
      links.find(place).then(
        (found) => follow(found, errand),
        (error: unknown) => {
          complain(error, 'a link could not be looked up');
          answers.refuse(response, 'unavailable');
        },
      );
    },
    passageOf: (request) => passages.get(request),
    count: (linkId, client) => {
      const at = app.clock.now().getTime();
      const visitor = readVisitor(client, clicks.saltAt(at));
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const isBot = visitor.isBot || client.isPrefetch;
      clicks.record({ linkId, at, visitor, isBot, referrer: '' }, () => resolve(undefined));
      return promise;
    },
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

/** A branded domain has links, and what the pages about them look like; the rest is the service's own affair. */
const isOwnEverywhere = (target: string): boolean =>
  /^\/(assets\/|favicon\.|robots\.txt$|apple-touch-icon|\.well-known\/|bio\/|qr\/|[^/]+\/qr(\/|\?|$))/.test(
    target,
  );

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Without its `?`, as it was sent. */
function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** Of whom nothing is asked. */
const plainVisit = { isUnlocked: false, query: '', draw: 0 };

const isClick = ({ do: what }: Decision): boolean =>
  what === 'forward' || what === 'show' || what === 'open' || what === 'preview';

const hasPassword = ({ special }: Link): boolean => typeof special?.passwordHash === 'string';

/** Whether a form may be sent on to where the link leads, which is what these two are for. */
const keepsMethod = (decision: Decision): boolean =>
  decision.do === 'forward' && (decision.status === 307 || decision.status === 308);

/** Forms are for links that ask for a password, and for those whose status keeps the method. */
const methodsOf = (link: Link): string =>
  hasPassword(link) || link.status === 307 || link.status === 308 ? 'GET, HEAD, POST' : 'GET, HEAD';

const drainFor = seconds(0.3);
