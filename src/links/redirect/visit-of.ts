import type { IncomingMessage } from 'node:http';
import type { RedirectContext } from './context.ts';
import type { Link } from './link.ts';
import { hasPass } from './pass.ts';
import { drawFor } from './targeting/draw.ts';
import type { Visit } from './targeting/guards.ts';

/** Returns the properties of a visitor that the link's rules need. */
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

/** Defaults for links without special rules. */
const plainVisit = { isUnlocked: false, query: '', draw: 0 };

/** Returns the raw query string without `?`. */
function queryOf(target: string): string {
  const queryStart = target.indexOf('?');
  return queryStart < 0 ? '' : target.slice(queryStart + 1);
}
