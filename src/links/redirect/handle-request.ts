import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRead } from '../../platform/http/methods.ts';
import { forward } from '../forward.ts';
import { aliasIn, aliasInSentence, nestedAliasIn } from './find-link.ts';
import { needsPage } from './followed.ts';
import type { RedirectLink } from './get-links.ts';
import { hasPass } from './passwords.ts';
import { type Exchange, logError, type Pass, recordClick, type RedirectContext } from './record-click.ts';
import { decide, type Decision, drawFor } from './targeting/decide.ts';
import type { Visit } from './targeting/guards.ts';

/** Handles a request for a short link. Passes on requests for the service's own pages and APIs. */
export function handleRequest(
  context: RedirectContext,
  request: IncomingMessage,
  response: ServerResponse,
  pass: Pass,
): void {
  const { answers, domains, links, client } = context;
  const { url: target = '' } = request;
  const alias = aliasIn(target);
  const host = client.host(request);
  const domain = domains.at(host);
  if (alias === undefined) {
    const serve = () => {
      if (!domain || !isRead(request) || isSharedPath(target)) {
        pass(request, response);
        return;
      }
      const isRoot = /^\/+(\?|$)/.test(target);
      redirectMissing(context, response, isRoot ? domain.rootRedirect : domain.missingRedirect);
    };
    const nested = nestedAliasIn(target);
    if (nested === undefined) return serve();
    const place = { host: domain ? host : '', alias: nested };
    const proceed = (link: RedirectLink | null) => {
      if (link === null) serve();
      else followLink(context, link, { request, response, pass, place, domain });
    };
    const known = links.recall(place);
    if (known !== undefined) return proceed(known);
    // Pages of the service must work without the database.
    lookUp(context, { request, response, pass, place, domain }, proceed, serve);
    return;
  }
  const place = { host: domain ? host : '', alias };
  const exchange = { request, response, pass, place, domain };
  const link = alias === '' ? null : links.recall(place);
  if (link === null && alias === '' && isRead(request)) return followInSentence(context, target, exchange);
  if (link !== undefined) return followLink(context, link, exchange);
  lookUp(
    context,
    exchange,
    (found) => followLink(context, found, exchange),
    (error: unknown) => {
      logError(context, error, 'a link could not be looked up');
      answers.refuse(response, 'unavailable');
    },
  );
}

/**
 * Looks a link up. A process for redirects only may be far from the database: it passes a link that it has never seen
 * on to the other machine, which answers in one round trip whether or not there is such a link, and looks
 * it up for the next visitor.
 */
function lookUp(
  { isAlone, links }: RedirectContext,
  { request, response, pass, place }: Exchange,
  proceed: (link: RedirectLink | null) => void,
  fail: (error: unknown) => void,
): void {
  const found = links.find(place);
  if (!isAlone || !isRead(request) || links.hasSeen(place)) {
    found.then(proceed, fail);
    return;
  }
  found.catch(() => undefined);
  pass(request, response, () => void found.then(proceed, fail));
}

/** Redirects to the link that was copied with punctuation around it, if there is one. */
function followInSentence(context: RedirectContext, target: string, exchange: Exchange): void {
  const { answers, links } = context;
  const alias = aliasInSentence(target);
  if (alias === undefined) return refuseMissing(context, exchange);
  const place = { ...exchange.place, alias };
  const proceed = (link: RedirectLink | null) => {
    if (link === null && !links.wasDeleted(place)) {
      refuseMissing(context, exchange);
      return;
    }
    const [, query = ''] = target.split(/(\?.*)/s, 2);
    const to = `/${encodeURIComponent(alias)}${query}`;
    answers.redirect(exchange.response, forward(to, 302, link?.special?.targets));
  };
  const known = links.recall(place);
  if (known !== undefined) return proceed(known);
  links.find(place).then(proceed, (error: unknown) => {
    logError(context, error, 'a link could not be looked up');
    answers.refuse(exchange.response, 'unavailable');
  });
}

function followLink(context: RedirectContext, link: RedirectLink | null, exchange: Exchange): void {
  const { request, response, pass } = exchange;
  const isPost = request.method === 'POST';
  if (link === null) return isRead(request) ? refuseMissing(context, exchange) : pass(request, response);
  if (!isRead(request) && !isPost) return context.answers.refuseMethod(response, methodsOf(link));
  const visit = visitOf(context, link, request);
  const decision = decide(link, visit);
  if (isPost && !hasPassword(link) && !preservesMethod(decision))
    return context.answers.refuseMethod(response, methodsOf(link));
  if (context.isAlone && needsPage(decision)) return pass(request, response);
  // The submitted password is checked first.
  if (isPost && hasPassword(link)) return passOn(context, decision, link, exchange);
  recordClick(context, { link, visit, request }, decision, (decision) =>
    answer(context, decision, link, exchange),
  );
}

function answer(context: RedirectContext, decision: Decision, link: RedirectLink, exchange: Exchange): void {
  const { answers } = context;
  if (decision.do === 'forward')
    answers.redirect(exchange.response, forward(decision.to, decision.status, link.special?.targets));
  else if (needsPage(decision)) passOn(context, decision, link, exchange);
  else if (decision.do === 'expired' && decision.to)
    answers.redirect(exchange.response, forward(decision.to, 302, link.special?.targets));
  else answers.refuse(exchange.response, decision.do);
}

/** Passes the request on to render a page, with the decision in `interstitials`. */
function passOn(context: RedirectContext, decision: Decision, link: RedirectLink, exchange: Exchange): void {
  const { app, domains, interstitials } = context;
  const { request, response, pass, place } = exchange;
  const origin =
    place.host === '' ? app.config.hopUrl : `${domains.at(place.host)?.scheme ?? 'https'}://${place.host}`;
  interstitials.set(request, {
    decision,
    link,
    target: request.url ?? '',
    address: `${origin}/${encodeURI(place.alias)}`,
    enter: () => unlock(context, link, request),
  });
  pass(request, response);
}

/** Returns the response after the password was entered. */
function unlock(context: RedirectContext, link: RedirectLink, request: IncomingMessage): Promise<Decision> {
  const visit = { ...visitOf(context, link, request), isUnlocked: true };
  const { promise, resolve } = Promise.withResolvers<Decision>();
  recordClick(context, { link, visit, request }, decide(link, visit), resolve);
  return promise;
}

/** The link does not exist or was deleted. */
function refuseMissing({ answers, links }: RedirectContext, { response, place, domain }: Exchange): void {
  if (domain?.missingRedirect) answers.redirect(response, forward(domain.missingRedirect, 302, null));
  else answers.refuse(response, links.wasDeleted(place) ? 'deleted' : 'missing');
}

/** Redirects to the URL that the domain owner chose for missing links. */
function redirectMissing(
  { answers }: RedirectContext,
  response: ServerResponse,
  to: string | null | undefined,
): void {
  if (to) answers.redirect(response, forward(to, 302, null));
  else answers.refuse(response, 'missing');
}

/**
 * Paths available on branded domains besides links: resources of public pages. Other service paths are not.
 */
const isSharedPath = (target: string): boolean =>
  /^\/(assets\/|favicon\.|robots\.txt$|apple-touch-icon|\.well-known\/|bio\/|qr\/|[^/]+\/qr(\/|\?|$))/.test(
    target,
  );

const hasPassword = ({ special }: RedirectLink): boolean => typeof special?.passwordHash === 'string';

/** Whether a form may be forwarded to the destination, as 307 and 308 allow. */
const preservesMethod = (decision: Decision): boolean =>
  decision.do === 'forward' && (decision.status === 307 || decision.status === 308);

/** POST is allowed for links with a password and for statuses that preserve the method. */
const methodsOf = (link: RedirectLink): string =>
  hasPassword(link) || link.status === 307 || link.status === 308 ? 'GET, HEAD, POST' : 'GET, HEAD';

/** Returns the properties of a visitor that the link's rules need. */
function visitOf(context: RedirectContext, link: RedirectLink, request: IncomingMessage): Visit {
  const { app, clicks, client, visitorOf } = context;
  const { headers, url = '' } = request;
  const now = app.clock.now().getTime();
  const { special } = link;
  const userAgent = headers['user-agent'] ?? '';
  const address = client.address(request);
  const acceptLanguage = headers['accept-language'] ?? '';
  const visitor = visitorOf({ address, userAgent, acceptLanguage }, clicks.saltAt(now));
  if (!special) return { ...plainVisit, visitor, now };
  return {
    visitor,
    now,
    isUnlocked: special.passwordHash !== null && hasPass(app.config, link, headers.cookie, now),
    query: special.targets?.passesQuery ? queryOf(url) : '',
    draw: special.targets?.variants ? drawFor(app.config, link.id, { address, userAgent }) : 0,
  };
}

/** Defaults for links without special rules. */
const plainVisit = { isUnlocked: false, query: '', draw: 0 };

/** Returns the raw query string without `?`. */
function queryOf(target: string): string {
  const queryStart = target.indexOf('?');
  return queryStart < 0 ? '' : target.slice(queryStart + 1);
}
