import { createRequire } from 'node:module';
import type { Robot } from 'robots-parser';
import { headerOf, isAnswer, type SiteResponse, type FailedRequest } from './visit.ts';

/** A CommonJS package with incorrect types. */
const require = createRequire(import.meta.url);
const parse = (url: string, text: string) =>
  (require('robots-parser') as (url: string, text: string) => Robot)(url, text);

export interface Robots {
  isAllowed: (url: string, agent: string) => boolean;
  sitemaps: readonly string[];
  /** Values of `User-agent` lines, in lower case. */
  agents: readonly string[];
  /** `field: value` pairs of all non-empty lines. */
  lines: readonly (readonly [string, string])[];
}

/**
 * Bounds against hostile files, far beyond those of large sites. The parser stores each rule once for each agent of its
 * group, and compares each with the address in steps that grow with its asterisks.
 */
const [maxLines, maxAgents, maxRules, maxPattern, maxPatterns] = [20_000, 200, 1000, 200, 8000];

/** Returns the lines that the parser gets: the first agents and rules, and as many patterns as are cheap to match. */
function boundedText(lines: Robots['lines']): string {
  let [agents, rules, patterns] = [0, 0, 0];
  return lines
    .filter(([field, value]) => {
      if (field === 'user-agent') return (agents += 1) <= maxAgents;
      if (field !== 'allow' && field !== 'disallow') return true;
      if (value.includes('*') && (value.length > maxPattern || (patterns += value.length) > maxPatterns))
        return false;
      return value.length <= 2000 && (rules += 1) <= maxRules;
    })
    .map(([field, value]) => `${field}: ${value}`)
    .join('\n');
}

/** Parses a robots.txt (RFC 9309). If there is none, everything is allowed. */
export function openRobots(found: SiteResponse | FailedRequest, base: URL): Robots {
  const isThere = isAnswer(found) && found.status === 200 && !/html/i.test(headerOf(found, 'content-type'));
  const text = isThere ? found.text : '';
  const lines = text
    .split(/\r?\n/, maxLines)
    .map((line) => (line.split('#', 1)[0] ?? '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(':');
      return at < 0
        ? (['', line] as const)
        : ([line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const);
    });
  const robots = parse(new URL('/robots.txt', base).href, boundedText(lines));
  return {
    isAllowed: (url, agent) => robots.isAllowed(url, agent) !== false,
    sitemaps: robots.getSitemaps().filter((url) => /^https?:\/\//.test(url)),
    agents: lines.filter(([field]) => field === 'user-agent').map(([, agent]) => agent.toLowerCase()),
    lines,
  };
}
