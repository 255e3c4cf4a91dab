import { Problem } from '../../src/kernel/problem.ts';
import { days, sqlDate } from '../../src/kernel/time.ts';
import { addLink } from '../../src/links/shorten/add-links.ts';
import { type Link, shortAddress } from '../../src/links/link/link.ts';
import type { App } from '../../src/platform/app.ts';
import { at } from './at.ts';
import { viewerOf } from './cast.ts';
import type { Cast } from './cast.ts';
import type { FollowedLink } from './follow-links.ts';
import { links } from './links.ts';
import type { DemoLink } from './links.ts';

interface Shortened {
  links: FollowedLink[];
  /** Replaces `hop:/alias` in texts with short addresses. */
  withLinks: (text: string) => string;
}

/**
 * Creates the demo's links, each at its creation date. An alias that is already taken is replaced by a random
 * one.
 */
export async function addLinks(app: App, cast: Cast): Promise<Shortened> {
  const now = app.clock.now().getTime();
  const created = new Map<string, Link>();
  for (const link of links.toSorted((a, b) => b.age - a.age))
    created.set(link.alias, await add(at(app, now - days(link.age)), cast, link, now));
  return {
    links: links.flatMap((link) => ({ ...link, id: created.get(link.alias)?.id ?? '' })),
    withLinks: (text) =>
      text.replaceAll(/hop:\/([\w-]+)/g, (_, alias: string) => {
        const link = created.get(alias);
        if (!link) throw new Error(`The demo has no link ${alias}`);
        return shortAddress(app.config, link);
      }),
  };
}

async function add(app: App, cast: Cast, given: DemoLink, now: number): Promise<Link> {
  const { owner, alias, url, title, description, visibility, expiresIn } = given;
  const input = {
    url,
    title,
    description,
    visibility,
    expiry: expiresIn === undefined ? undefined : sqlDate(new Date(now + days(expiresIn))),
  };
  return addLink(app, viewerOf(cast, owner), { ...input, alias }).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'conflict')
      return addLink(app, viewerOf(cast, owner), input);
    throw error;
  });
}
