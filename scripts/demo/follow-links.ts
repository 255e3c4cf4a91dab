import { createClickIds, serializeClick } from '../../src/links/clicks/click.ts';
import { createSalts } from '../../src/links/clicks/visitors.ts';
import { insertClicks } from '../../src/links/clicks/spool/insert-clicks.ts';
import { createVisitorOf, referrerHost } from '../../src/links/redirect/visitor.ts';
import { openCountries } from '../../src/links/redirect/targeting/country.ts';
import { days, hours, minutes } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import type { Random } from './chance.ts';
import type { DemoLink } from './links.ts';
import { createVisitors } from './visitors.ts';

const clicksInAll = 5200;
const differentVisitors = 2600;
/** The batch size of the server. */
const clicksAtOnce = 2000;

export interface FollowedLink extends DemoLink {
  id: string;
}

/**
 * Adds clicks by visitors from all over the world during the last thirty days. Returns the number of clicks.
 */
export async function addClicks(app: App, links: readonly FollowedLink[], chance: Random): Promise<number> {
  const visitors = createVisitors(app.config, chance, differentVisitors);
  const readVisitor = createVisitorOf(openCountries(app.config));
  const pulls = Object.fromEntries(links.map(({ alias, pull }) => [alias, pull]));
  const byAlias = new Map(links.map((link) => [link.alias, link]));
  const from = referrers(app);
  const newId = createClickIds();
  // Used in this run only: no demo visitor returns later.
  const salts = createSalts(app);
  const lines: string[] = [];
  while (lines.length < clicksInAll) {
    const link = byAlias.get(chance.weigh(pulls));
    if (!link) continue;
    const began = drawTime(app.clock.now().getTime(), Math.min(30, link.age), chance);
    const visitor = readVisitor(chance.pick(visitors), salts.at(began));
    const referrer = visitor.isBot ? '' : referrerHost(chance.weigh(from));
    // Some click again a moment later: one visitor, two clicks.
    for (const at of chance.isLucky(0.25) ? [began, began + minutes(1)] : [began])
      lines.push(serializeClick(newId(at), { linkId: link.id, at, visitor, isBot: visitor.isBot, referrer }));
  }
  for (let start = 0; start < lines.length; start += clicksAtOnce)
    await insertClicks(app, Buffer.from(lines.slice(start, start + clicksAtOnce).join('')));
  return lines.length;
}

/** Referrers by weight. '' is a bookmark or a message. */
const referrers = ({ config }: App): Readonly<Record<string, number>> => ({
  '': 34,
  [`${config.plazaUrl}/`]: 26,
  'https://www.google.com/': 12,
  'https://news.ycombinator.com/': 8,
  'https://www.reddit.com/': 7,
  'https://duckduckgo.com/': 4,
  'https://en.wikipedia.org/': 4,
  'https://mastodon.social/': 3,
  'https://bsky.app/': 2,
});

/**
 * Returns a random time within the given number of days: more often recently than before, in the evening than
 * at night, and on weekdays than at weekends.
 */
function drawTime(now: number, max: number, chance: Random): number {
  for (;;) {
    const at = now - minutes(2) - Math.floor(days(max) * chance.number() ** 1.25);
    const hour = (at % days(1)) / hours(1);
    const rhythm = 0.55 - 0.45 * Math.cos(((hour - 4) / 24) * 2 * Math.PI);
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
    if (chance.isLucky(rhythm * (isWeekend ? 0.65 : 1))) return at;
  }
}
