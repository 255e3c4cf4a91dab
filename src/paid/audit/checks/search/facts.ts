import { isAnswer, type Answer, type Asker, type FailedRequest } from '../../ask.ts';
import type { Verdict } from '../../audit.ts';
import type { Page } from '../../document/get-document.ts';
import { unable } from '../../verdicts.ts';
import { finalUrl, resolve, type Visit } from '../../visit.ts';
import { openRobots, type Robots } from '../../robots.ts';

export interface SearchFacts {
  rules: Robots;
  sitemap: Answer | FailedRequest;
  icon: Answer | FailedRequest;
}

export type Search = SearchFacts & { visit: Visit };

export async function gatherSearch(ask: Asker, visit: Visit): Promise<SearchFacts> {
  const end = finalUrl(visit);
  const rules = openRobots(visit.robots, end);
  const named = visit.page?.links.find(({ rel }) => /(^|\s)icon(\s|$)/.test(rel))?.href;
  const iconAddress = resolve(visit, named ?? '/favicon.ico') ?? new URL('/favicon.ico', end);
  const [sitemap, icon] = await Promise.all([
    ask.fetch(rules.sitemaps[0] ?? new URL('/sitemap.xml', end).href, { anyCertificate: true }),
    iconAddress.protocol === 'data:'
      ? inline(iconAddress)
      : ask.fetch(iconAddress.href, { anyCertificate: true, max: 64 * 1024 }),
  ]);
  return { rules, sitemap, icon };
}

const inline = (url: URL): Answer => ({
  url: url.href.slice(0, 40),
  status: 200,
  headers: { 'content-type': 'image/*' },
  text: '',
  received: 0,
  hops: [],
});

/** Checks the page's HTML. Returns `unable` if there is none. */
export const withPage =
  (judge: (page: Page, facts: Search) => Verdict) =>
  (facts: Search): Verdict => {
    const { page, answer } = facts.visit;
    if (page) return judge(page, facts);
    return unable(isAnswer(answer) ? 'This is not an HTML page' : answer.problem.message);
  };
