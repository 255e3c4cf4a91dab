import { sql } from 'kysely';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '../../platform/app.ts';
import { databaseProblem } from '../../platform/database/errors.ts';
import type { Client } from '../../platform/http/caller.ts';
import { isPrefetch } from '../../platform/http/client.ts';
import type { Click } from '../clicks/click.ts';
import type { Clicks } from '../clicks/spool/open-clicks.ts';
import type { BrandedHost, Domains } from '../domains/domain.ts';
import type { LinkPlace } from '../link/link.ts';
import type { Links } from './find-link.ts';
import type { Interstitial } from './followed.ts';
import type { RedirectLink } from './get-links.ts';
import type { Responses } from './responses.ts';
import { decide, type Decision, withClickId } from './targeting/decide.ts';
import type { Visit } from './targeting/guards.ts';
import { type createReadClient, type createVisitorOf, referrerHost } from './visitor.ts';

/** Shared state of the redirect. */
export interface RedirectContext {
  app: App;
  answers: Responses;
  /** Whether this process has no pages. Another machine renders them, and counts their clicks. */
  isAlone: boolean;
  links: Links;
  domains: Domains;
  clicks: Clicks;
  client: ReturnType<typeof createReadClient>;
  visitorOf: ReturnType<typeof createVisitorOf>;
  /** Decisions for requests that are passed on to render a page. */
  interstitials: WeakMap<IncomingMessage, Interstitial>;
}

/** A request for a link in progress. */
/**
 * Answers a request that is not for a plain link. A process for redirects only passes it on to another machine, and
 * calls `otherwise` if that cannot be reached.
 */
export type Pass = (request: IncomingMessage, response: ServerResponse, otherwise?: () => void) => void;

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  pass: Pass;
  place: LinkPlace;
  domain: BrandedHost | undefined;
}

/** Logs an error unless the database is down, which is logged where it is detected. */
export function logError({ app }: RedirectContext, error: unknown, message: string): void {
  if (!databaseProblem(error)) app.log.error({ err: error }, message);
}

/**
 * Records the click, then calls back with the response, so that the click is on disk before the response is
 * sent. If the click limit is reached in the meantime, the decision is made again.
 */
export function recordClick(
  context: RedirectContext,
  { link, visit, request }: { link: RedirectLink; visit: Visit; request: IncomingMessage },
  decision: Decision,
  then: (decision: Decision) => void,
): void {
  const { app, clicks } = context;
  const { special } = link;
  if (!isClick(decision)) return then(decision);
  const identified = withClickId(decision, link, () => clicks.newId(visit.now));
  // HEAD is used by programs that check links. Prefetched links may never be opened.
  const isBot = visit.visitor.isBot || request.method === 'HEAD' || isPrefetch(request.headers);
  const click: Click = {
    linkId: link.id,
    at: visit.now,
    visitor: visit.visitor,
    isBot,
    referrer: referrerHost(request.headers.referer),
    ...('variant' in decision && { variant: decision.variant }),
    ...('clickId' in identified && { id: identified.clickId }),
  };
  const record = () => clicks.record(click, () => then(identified));
  if (!special?.clickLimit || isBot) return record();
  consumeClick(app, link.id).then(
    (isTaken) => {
      if (isTaken) return record();
      special.isSpent = true;
      then(decide(link, visit));
    },
    (error: unknown) => {
      logError(context, error, 'a click could not be recorded');
      then({ do: 'unavailable' });
    },
  );
}

const isClick = ({ do: what }: Decision): boolean =>
  what === 'forward' || what === 'show' || what === 'open' || what === 'preview';

/** Properties of a request needed for counting. */
export type CountedClient = Pick<Client, 'address' | 'userAgent' | 'acceptLanguage' | 'isPrefetch'>;

/** Records a visit for a page that redirects on its own. Resolves when it is on disk. */
export function countVisit(
  { app, clicks, visitorOf }: RedirectContext,
  linkId: string,
  client: CountedClient,
): Promise<void> {
  const at = app.clock.now().getTime();
  const visitor = visitorOf(client, clicks.saltAt(at));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const isBot = visitor.isBot || client.isPrefetch;
  clicks.record({ linkId, at, visitor, isBot, referrer: '' }, () => resolve(undefined));
  return promise;
}

/**
 * Consumes one click of a link with a limit. Returns false if none are left. A single statement on one row
 * prevents processes from granting the same click, and links without a limit never wait for it. Clicks before
 * the limit was set count as far as the statistics include them.
 */
async function consumeClick({ db }: Pick<App, 'db'>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into links.click_allowance as known (link_id, used)
    select link.id, coalesce(total.clicks, 0) + 1
    from links.link left join links.link_total as total on total.link_id = link.id
    where link.id = ${linkId} and (
      coalesce(total.clicks, 0) < link.click_limit
      or exists (select from links.click_allowance where click_allowance.link_id = link.id))
    on conflict (link_id) do update set used = known.used + 1
    where known.used < (select click_limit from links.link where link.id = known.link_id)
    returning used`.execute(db);
  return rows.length > 0;
}
