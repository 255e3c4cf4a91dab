import { type AuditCategory, type AuditCheck, fail, listShort, na, pass, unable, warn } from '../../audit.ts';
import { isAnswer, resolve } from '../../visit.ts';
import { crawlingChecks } from './crawling.ts';
import { gatherSearch, headChecks, type Search, type SearchFacts, withPage } from './head.ts';

const lighthouse = 'https://developer.chrome.com/docs/lighthouse/seo';
const google = 'https://developers.google.com/search/docs';
const longestTitle = 60;

const lengthOf = (text: string) => Array.from(text).length;

/** Link texts that Lighthouse considers non-descriptive. */
const empty =
  /^(click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this)[.…»→]*$/i;

const contentChecks: readonly AuditCheck<Search>[] = [
  {
    id: 'title',
    title: 'Title',
    weight: 1,
    ref: `${google}/appearance/title-link`,
    run: withPage(({ titles: [title = ''] }) => {
      if (title === '') return fail('The page has no title', 'Name the page and the site in <title>.');
      if (lengthOf(title) <= longestTitle) return pass(title);
      return warn(
        `${lengthOf(title)} characters: ${title}`,
        `Search engines truncate titles after about ${longestTitle} characters.`,
      );
    }),
  },
  {
    id: 'description',
    title: 'Description',
    weight: 1,
    ref: `${lighthouse}/meta-description`,
    run: withPage(({ meta }) => {
      const text = (meta.get('description') ?? '').trim();
      return text ? pass(text) : fail('None', 'Add <meta name="description"> with a sentence or two.');
    }),
  },
  {
    id: 'link-text',
    title: 'Links have descriptive text',
    weight: 1,
    ref: `${lighthouse}/link-text`,
    run: withPage(({ anchors }, { visit }) => {
      const elsewhere = anchors.filter(
        ({ href, rel }) =>
          href &&
          !/^(#|javascript:|mailto:)/i.test(href) &&
          !rel.includes('nofollow') &&
          resolve(visit, href),
      );
      if (elsewhere.length === 0) return na('The page has no links');
      const vague = elsewhere.filter(({ text }) => empty.test(text));
      if (vague.length === 0) return pass(`${elsewhere.length} links`);
      return fail(
        listShort(vague.map(({ text, href }) => `“${text}” to ${href ?? ''}`)),
        'Describe the destination in the text of each link.',
      );
    }),
  },
  {
    id: 'anchors',
    title: 'Links are crawlable',
    weight: 1,
    ref: `${lighthouse}/crawlable-anchors`,
    run: withPage(({ anchors }) => {
      if (anchors.length === 0) return na('The page has no links');
      const lost = anchors.filter(
        ({ href, role, name }) =>
          !role && ((href === undefined && !name) || href === '' || /^(javascript:|file:)/i.test(href ?? '')),
      );
      if (lost.length === 0) return pass(`${anchors.length} links`);
      return fail(
        listShort(lost.map(({ text, href }) => `“${text}” (${href ?? 'no href'})`)),
        'Give each link an href with a URL.',
      );
    }),
  },
  {
    id: 'image-alt',
    title: 'Images have alt text',
    weight: 1,
    ref: 'https://dequeuniversity.com/rules/axe/latest/image-alt',
    run: withPage(({ images }) => {
      if (images.length === 0) return na('The page has no images');
      const mute = images.filter(({ alt, hidden }) => alt === undefined && !hidden);
      if (mute.length === 0) return pass(`${images.length} pictures`);
      return fail(
        listShort(mute.map(({ src }) => src || 'without src')),
        'Describe each image in alt. Use alt="" for decoration.',
      );
    }),
  },
  {
    id: 'favicon',
    title: 'Favicon',
    weight: 0.5,
    ref: `${google}/appearance/favicon-in-search`,
    run: ({ icon }) => {
      if (!isAnswer(icon)) return unable(icon.problem.message);
      const type = [icon.headers['content-type'] ?? ''].flat().join();
      if (icon.status === 200 && !/html/i.test(type)) return pass(icon.url);
      return fail(`${icon.url} answers ${icon.status}`, 'Add <link rel="icon"> and a /favicon.ico.');
    },
  },
  {
    id: 'https-links',
    title: 'Links use HTTPS',
    weight: 0.5,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    run: withPage(({ anchors, forms, links }, { visit }) => {
      const isPlain = (address: string | undefined) => resolve(visit, address ?? '')?.protocol === 'http:';
      const named = [
        ...anchors.map(({ href }) => href),
        ...forms,
        ...links.filter(({ rel }) => /canonical|alternate/.test(rel)).map(({ href }) => href),
      ].filter(isPlain);
      if (named.length === 0) return pass('All links use HTTPS');
      return fail(listShort([...new Set(named.map(String))]), 'Link to https:// URLs.');
    }),
  },
];

/** The checks of Lighthouse, and a few more. */
export const searchCategory: AuditCategory<SearchFacts> = {
  id: 'seo',
  title: 'Search engines',
  weight: 30,
  gather: gatherSearch,
  checks: [...crawlingChecks, ...contentChecks, ...headChecks],
};
