import type { IncomingMessage } from 'node:http';
import { isPrefetch } from '../../platform/http/prefetch.ts';
import type { Client } from '../../platform/http/caller.ts';
import type { Click } from '../clicks/click.ts';
import { logError, type RedirectContext } from './context.ts';
import type { Link } from './link.ts';
import { consumeClick } from './consume-click.ts';
import { decide } from './targeting/decide.ts';
import type { Decision } from './targeting/decision.ts';
import type { Visit } from './targeting/guards.ts';
import { referrerHost } from './visitor/referrer.ts';

/**
 * Records the click, then calls back with the response, so that the click is on disk before the response is
 * sent. If the click limit is reached in the meantime, the decision is made again.
 */
export function recordClick(
  context: RedirectContext,
  { link, visit, request }: { link: Link; visit: Visit; request: IncomingMessage },
  decision: Decision,
  then: (decision: Decision) => void,
): void {
  const { app, clicks } = context;
  const { special } = link;
  if (!isClick(decision)) return then(decision);
  // HEAD is used by programs that check links. Prefetched links may never be opened.
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
  { app, clicks, readVisitor }: RedirectContext,
  linkId: string,
  client: CountedClient,
): Promise<void> {
  const at = app.clock.now().getTime();
  const visitor = readVisitor(client, clicks.saltAt(at));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const isBot = visitor.isBot || client.isPrefetch;
  clicks.record({ linkId, at, visitor, isBot, referrer: '' }, () => resolve(undefined));
  return promise;
}
