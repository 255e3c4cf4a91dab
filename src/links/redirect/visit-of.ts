import type { IncomingMessage } from 'node:http';
import type { RedirectContext } from './context.ts';
import type { Link } from './link.ts';
import { hasPass } from './pass.ts';
import { drawFor } from './targeting/draw.ts';
import type { Visit } from './targeting/guards.ts';

/** The visitor of a link, as far as its rules need to know. */
export function visitOf(context: RedirectContext, link: Link, request: IncomingMessage): Visit {
  const { app, clicks, client, readVisitor } = context;
  const { headers, url = '' } = request;
  const now = app.clock.now().getTime();
  const { special } = link;
  const userAgent = headers['user-agent'] ?? '';
  const address = client.address(request);
  const acceptLanguage = headers['accept-language'] ?? '';
  const visitor = readVisitor({ address, userAgent, acceptLanguage }, clicks.saltAt(now));
  if (!special) return { ...plainVisit, visitor, now };
  return {
    visitor,
    now,
    isUnlocked: special.passwordHash !== null && hasPass(app.config, link, headers.cookie, now),
    query: special.targets?.passesQuery ? queryOf(url) : '',
    draw: special.targets?.variants ? drawFor(app.config, link.id, { address, userAgent }) : 0,
  };
}

/** Of whom nothing is asked. */
const plainVisit = { isUnlocked: false, query: '', draw: 0 };

/** Without its `?`, as it was sent. */
function queryOf(target: string): string {
  const queryStart = target.indexOf('?');
  return queryStart < 0 ? '' : target.slice(queryStart + 1);
}
