import { type AuditCheck, fail, listShort, na, pass, unable, type AuditVerdict, warn } from '../../audit.ts';
import { type SitePage, parseJsonLd } from '../../document.ts';
import { openRobots, type Robots } from '../../robots.ts';
import { finalUrl, headerOf, isAnswer, resolve } from '../../visit.ts';
import type { SiteResponse, AuditClient, FailedRequest, SiteVisit } from '../../visit.ts';

export interface SearchFacts {
  rules: Robots;
  sitemap: SiteResponse | FailedRequest;
  icon: SiteResponse | FailedRequest;
}

export type Search = SearchFacts & { visit: SiteVisit };

export async function gatherSearch(ask: AuditClient, visit: SiteVisit): Promise<SearchFacts> {
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

const inline = (url: URL): SiteResponse => ({
  url: url.href.slice(0, 40),
  status: 200,
  headers: { 'content-type': 'image/*' },
  text: '',
  received: 0,
  hops: [],
});

/** Checks the page's HTML. Returns `unable` if there is none. */
export const withPage =
  (judge: (page: SitePage, facts: Search) => AuditVerdict) =>
  (facts: Search): AuditVerdict => {
    const { page, answer } = facts.visit;
    if (page) return judge(page, facts);
    return unable(isAnswer(answer) ? 'This is not an HTML page' : answer.problem.message);
  };

const elements = 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference';

export const headChecks: readonly AuditCheck<Search>[] = [
  {
    id: 'one-h1',
    title: 'One main heading',
    weight: 0.5,
    ref: `${elements}/Elements/Heading_Elements`,
    run: withPage(({ headings }) => {
      const main = headings.filter(({ level }) => level === 1);
      const fix = 'Give the page one <h1> that says what it is about.';
      if (main.length === 1) return pass(main[0]?.text ?? '');
      if (main.length === 0) return fail('No <h1>', fix);
      return warn(`${main.length}: ${listShort(main.map(({ text }) => text))}`, fix);
    }),
  },
  {
    id: 'language',
    title: 'Language of the page',
    weight: 0.5,
    ref: `${elements}/Global_attributes/lang`,
    run: withPage(({ language }) =>
      /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(language)
        ? pass(language)
        : fail(language ? `Not a language code: ${language}` : 'Not said', 'Write <html lang="en">.'),
    ),
  },
  {
    id: 'viewport',
    title: 'Fits phones',
    weight: 0.5,
    ref: `${elements}/Elements/meta/name/viewport`,
    run: withPage(({ viewport }) => {
      const fix = 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.';
      if (viewport === '') return fail('No viewport', fix);
      if (/user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*1(\.0*)?\b/i.test(viewport))
        return warn(`Zooming is disabled: ${viewport}`, fix);
      return /width\s*=|initial-scale\s*=/i.test(viewport) ? pass(viewport) : fail(viewport, fix);
    }),
  },
  {
    id: 'charset',
    title: 'Character encoding',
    weight: 0.5,
    ref: `${elements}/Elements/meta#charset`,
    run: withPage(({ charset }, { visit: { answer } }) => {
      const header = isAnswer(answer)
        ? /charset="?([\w-]+)/i.exec(headerOf(answer, 'content-type'))?.[1]
        : undefined;
      const said = header ?? charset;
      if (/^utf-?8$/i.test(said)) return pass(said);
      return fail(said || 'Not said', 'Write <meta charset="utf-8">, or set it in Content-Type.');
    }),
  },
  {
    id: 'open-graph',
    title: 'Preview when shared',
    weight: 0.5,
    ref: 'https://ogp.me/',
    run: withPage(({ meta }) => {
      const names = ['og:title', 'og:image', 'og:type'];
      const lacking = names.filter((name) => !meta.get(name));
      if (lacking.length === 0) return pass(meta.get('og:title') ?? '');
      const fix = 'Add og:title, og:image and og:type.';
      const seen = `Missing ${lacking.join(', ')}`;
      return lacking.length === names.length ? fail(seen, fix) : warn(seen, fix);
    }),
  },
  {
    id: 'structured-data',
    title: 'Structured data is valid',
    weight: 0.5,
    ref: 'https://developers.google.com/search/docs/appearance/structured-data/intro-structured-data',
    run: withPage(({ data }) => {
      if (data.length === 0) return na('The page has no JSON-LD');
      const { nodes, mistakes } = parseJsonLd(data);
      if (mistakes.length > 0)
        return fail(listShort(mistakes), 'Write JSON-LD that parses, with @context and @type.');
      return pass(
        listShort(
          nodes.map(({ type }) => type),
          8,
        ),
      );
    }),
  },
];
