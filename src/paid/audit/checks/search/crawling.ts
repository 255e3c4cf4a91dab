import { finalUrl, headerOf, isAnswer } from '../../visit.ts';
import { type AuditCheck, fail, listShort, na, pass, unable, warn } from '../../audit.ts';
import { withPage, type Search } from './head.ts';

const lighthouse = 'https://developer.chrome.com/docs/lighthouse/seo';
const google = 'https://developers.google.com/search/docs';

export const crawlingChecks: readonly AuditCheck<Search>[] = [
  {
    id: 'crawlable',
    title: 'Search engines can index this page',
    weight: 4.04,
    ref: `${lighthouse}/is-crawlable`,
    run: ({ visit, rules }) => {
      const { answer, page } = visit;
      if (!isAnswer(answer)) return unable(answer.problem.message);
      const meta = ['robots', 'googlebot'].map((name) => page?.meta.get(name) ?? '').find(isHidden);
      if (meta !== undefined) return fail(`meta robots: ${meta}`, 'Remove noindex from the meta element.');
      const header = headerOf(answer, 'x-robots-tag');
      if (isHidden(header)) return fail(`X-Robots-Tag: ${header}`, 'Remove noindex from the header.');
      if (!rules.isAllowed(finalUrl(visit).href, 'Googlebot'))
        return fail('robots.txt disallows it', 'Allow this path in robots.txt.');
      return pass('No noindex, and robots.txt allows it');
    },
  },
  {
    id: 'status-200',
    title: 'The page returns 200',
    weight: 1,
    ref: `${lighthouse}/http-status-code`,
    run: ({ visit: { answer } }) => {
      if (!isAnswer(answer)) return fail(answer.problem.message, 'Respond with the page itself.');
      if (answer.status === 200)
        return pass(answer.hops.length > 1 ? `200 after ${answer.hops.length - 1} redirects` : '200');
      return fail(String(answer.status), 'Respond with the page and status 200.');
    },
  },
  {
    id: 'robots-txt',
    title: 'robots.txt is valid',
    weight: 1,
    ref: `${lighthouse}/invalid-robots-txt`,
    run: ({ visit: { robots }, rules }) => {
      if (!isAnswer(robots)) return unable(robots.problem.message);
      if (robots.status >= 500)
        return fail(
          `robots.txt returns ${robots.status}, so search engines stop crawling`,
          'Answer robots.txt with 200 or 404.',
        );
      if (robots.status >= 400) return pass(`None (${robots.status}): everything can be crawled`);
      const wrong = rules.lines
        .filter(([field]) => !fields.test(field))
        .map(([field, value]) => `${field}: ${value}`);
      if (/html/i.test(headerOf(robots, 'content-type')) || wrong.length > 0)
        return fail(
          wrong.length > 0 ? `Not understood: ${listShort(wrong)}` : 'The response is an HTML page',
          'Write User-agent, Allow, Disallow and Sitemap lines.',
        );
      return pass(`${rules.lines.length} lines`);
    },
  },
  {
    id: 'canonical',
    title: 'Canonical address',
    weight: 1,
    ref: `${lighthouse}/canonical`,
    run: withPage((page, { visit }) => {
      const named = page.links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href);
      if (named.length === 0) return na('The page has none');
      const fix = 'Set one absolute URL on the same host.';
      if (new Set(named).size > 1) return fail(`Several: ${listShort(named)}`, fix);
      const url = URL.parse(named[0] ?? '');
      if (!url) return fail(`Not absolute: ${named[0]}`, fix);
      if (url.host !== finalUrl(visit).host) return fail(`On another host: ${url.href}`, fix);
      return pass(url.href);
    }),
  },
  {
    id: 'hreflang',
    title: 'Languages of translations',
    weight: 1,
    ref: `${lighthouse}/hreflang`,
    run: withPage((page) => {
      const named = page.links.filter(({ rel, hreflang }) => rel === 'alternate' && hreflang !== '');
      if (named.length === 0) return na('The page links to no translations');
      const wrong = named.filter(({ hreflang, href }) => !isLanguage(hreflang) || !URL.canParse(href));
      if (wrong.length === 0)
        return pass(
          listShort(
            named.map(({ hreflang }) => hreflang),
            8,
          ),
        );
      return fail(
        listShort(wrong.map(({ hreflang, href }) => `${hreflang} ${href}`)),
        'Use language codes such as en or pt-BR, or x-default, and absolute URLs.',
      );
    }),
  },
  {
    id: 'sitemap',
    title: 'Sitemap',
    weight: 0.5,
    ref: `${google}/crawling-indexing/sitemaps/build-sitemap`,
    run: ({ sitemap }) => {
      const fix = 'Publish a sitemap with lastmod, and list it in robots.txt.';
      if (!isAnswer(sitemap)) return unable(sitemap.problem.message);
      if (sitemap.status !== 200 || !/<(urlset|sitemapindex)[\s>]/.test(sitemap.text))
        return fail(
          `${new URL(sitemap.url).pathname} returns ${sitemap.status}${sitemap.status === 200 ? ', but is not a sitemap' : ''}`,
          fix,
        );
      return sitemap.text.includes('<lastmod>')
        ? pass(sitemap.url)
        : warn(`${sitemap.url}, without lastmod`, fix);
    },
  },
];

const isHidden = (directives: string) => /\b(noindex|none)\b/i.test(directives);
const fields =
  /^(user-agent|allow|disallow|sitemap|crawl-delay|host|clean-param|request-rate|visit-time|noindex|content-signal|content-usage|license)$/;

function isLanguage(tag: string): boolean {
  if (tag === 'x-default') return true;
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && /^[a-z]{2,3}(-|$)/i.test(tag);
  } catch {
    // Not a valid language tag.
    return false;
  }
}
