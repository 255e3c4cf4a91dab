import { headerOf, isAnswer } from '../../visit.ts';
import { type AuditCheck, fail, listShort, pass, unable, warn } from '../../audit.ts';
import { parseJsonLd } from '../../document.ts';
import { isPage, withFound, type Agents } from './facts.ts';

const crawlerNames =
  /^(gptbot|oai-searchbot|chatgpt-user|claudebot|claude-(web|user|searchbot)|anthropic-ai|perplexitybot|google-extended|applebot-extended|meta-externalagent|ccbot|bytespider|amazonbot)$/;
const relations = [
  'alternate',
  'describedby',
  'service-desc',
  'service-doc',
  'api-catalog',
  'service-meta',
  'status',
];

/** Returns the relations of a Link header. */
const relationsOf = (header: string): string[] =>
  header
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('rel='))
    .flatMap((part) => part.slice(4).replaceAll('"', '').toLowerCase().split(' '));
const minText = 500;

export const readingChecks: readonly AuditCheck<Agents>[] = [
  {
    id: 'agents-robots',
    title: 'robots.txt for agents',
    weight: 2,
    ref: 'https://www.rfc-editor.org/rfc/rfc9309',
    run: withFound(
      ({ visit }) => visit.robots,
      (robots, { rules }) => {
        const fix = 'Serve /robots.txt as text/plain, with a User-agent line.';
        if (robots.status !== 200) return fail(`The response is ${robots.status}`, fix);
        const type = headerOf(robots, 'content-type');
        if (!/^text\/plain\b/i.test(type))
          return fail(type ? `The content type is ${type}` : 'The response has no content type', fix);
        return rules.agents.length > 0
          ? pass(`${rules.agents.length} groups`)
          : fail('No User-agent line', fix);
      },
    ),
  },
  {
    id: 'agents-sitemap',
    title: 'Sitemap for agents',
    weight: 2,
    ref: 'https://www.sitemaps.org/protocol.html',
    run: withFound(
      ({ sitemap }) => sitemap,
      ({ status, text, url }) =>
        status === 200 && /<(urlset|sitemapindex)[\s>]/.test(text) && text.includes('<loc>')
          ? pass(url)
          : fail(
              `${new URL(url).pathname} returns ${status} and is not a sitemap`,
              'Publish /sitemap.xml and list it in robots.txt.',
            ),
    ),
  },
  {
    id: 'link-header',
    title: 'Link header to machine-readable resources',
    weight: 2,
    ref: 'https://www.rfc-editor.org/rfc/rfc8288',
    run: withFound(
      ({ visit }) => visit.answer,
      (answer) => {
        const value = headerOf(answer, 'link');
        if (relationsOf(value).some((each) => relations.includes(each))) return pass(value);
        return fail(
          value ? `Link: ${value}` : 'Not sent',
          'Send Link: </llms.txt>; rel="describedby", and service-desc for an API.',
        );
      },
    ),
  },
  {
    id: 'ai-rules',
    title: 'Rules for AI crawlers',
    weight: 1,
    ref: 'https://www.rfc-editor.org/rfc/rfc9309',
    run: ({ rules }) => {
      const named = rules.agents.filter((agent) => agent === '*' || crawlerNames.test(agent));
      if (named.length > 0) return pass(listShort([...new Set(named)], 6));
      return fail('None', 'Add rules for them, or for *, to robots.txt.');
    },
  },
  {
    id: 'content-signal',
    title: 'Content-Signal',
    weight: 2,
    ref: 'https://contentsignals.org/',
    run: ({ rules }) => {
      const signal = rules.lines.find(([field]) => field === 'content-signal')?.[1];
      const isKnown = /\b(search|ai-input|ai-train)\s*=\s*(yes|no)\b/i.test(signal ?? '');
      if (isKnown) return pass(signal ?? '');
      return fail(
        signal === undefined ? 'None' : `Not understood: ${signal}`,
        'Add Content-Signal: search=yes, ai-input=yes, ai-train=no to robots.txt, as you wish.',
      );
    },
  },
  {
    id: 'markdown',
    title: 'Markdown on request',
    weight: 3,
    ref: 'https://developers.cloudflare.com/fundamentals/reference/markdown-for-agents/',
    run: withFound(
      ({ markdown }) => markdown,
      (answer) => {
        const type = headerOf(answer, 'content-type');
        if (answer.status === 200 && /^text\/markdown\b/i.test(type)) return pass(type);
        return fail(
          `Accept: text/markdown returns ${answer.status} ${type}`,
          'Return the page as Markdown for Accept: text/markdown.',
        );
      },
    ),
  },
  {
    id: 'markdown-vary',
    title: 'Vary: Accept',
    weight: 1,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Vary',
    run: withFound(
      ({ markdown }) => markdown,
      (answer) => {
        if (!/^text\/markdown\b/i.test(headerOf(answer, 'content-type')))
          return { status: 'na', evidence: 'No Markdown version', fix: '' };
        const value = headerOf(answer, 'vary');
        const isSaid = value.split(',').some((each) => /^(accept|\*)$/i.test(each.trim()));
        return isSaid
          ? pass(value)
          : fail(value || 'Not sent', 'Send Vary: Accept with both the HTML and the Markdown version.');
      },
    ),
  },
  {
    id: 'llms-txt',
    title: 'llms.txt',
    weight: 2,
    ref: 'https://llmstxt.org/',
    run: withFound(
      ({ documents }) => documents.llms,
      (answer, { documents }) => {
        const fix = 'Publish /llms.txt with a heading, a summary and links to the main pages.';
        if (answer.status !== 200 || isPage(documents.llms))
          return fail(
            answer.status === 200 ? 'The response is an HTML page' : `The response is ${answer.status}`,
            fix,
          );
        const { text } = answer;
        const lacking = [
          ...(/^#\s+\S/m.test(text) ? [] : ['a heading']),
          ...(text.includes('](') ? [] : ['a link']),
          ...(text.length > 50 ? [] : ['more than 50 characters']),
        ];
        return lacking.length === 0
          ? pass(`${text.length} characters`)
          : fail(`It lacks ${lacking.join(', ')}`, fix);
      },
    ),
  },
  {
    id: 'without-scripts',
    title: 'Content without JavaScript',
    weight: 3,
    ref: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
    run: ({ visit: { page, answer } }) => {
      if (!page) return unable(isAnswer(answer) ? 'This is not an HTML page' : answer.problem.message);
      const fix = 'Include the text in the HTML, below an <h1> and headings that skip no level.';
      const levels = page.headings.map(({ level }) => level);
      const faults = [
        ...(page.text.length < minText ? [`only ${page.text.length} characters of text`] : []),
        ...(levels[0] !== undefined && levels[0] !== 1 ? [`the first heading is an h${levels[0]}`] : []),
        ...(levels.length === 0 ? ['no headings'] : []),
        ...(levels.some((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1)
          ? ['headings skip a level']
          : []),
      ];
      if (faults.length === 0) return pass(`${page.text.length} characters, ${levels.length} headings`);
      return page.text.length < minText ? fail(faults.join(', '), fix) : warn(faults.join(', '), fix);
    },
  },
  {
    id: 'ai-access',
    title: 'AI crawlers are not blocked',
    weight: 3,
    ref: 'https://platform.openai.com/docs/bots',
    run: ({ asAgents }) => {
      const known = asAgents.flatMap(({ agent, found }) =>
        isAnswer(found) ? [{ agent, status: found.status }] : [],
      );
      if (known.length === 0) return unable('The site did not respond');
      const refused = known.filter(({ status }) => status !== 200);
      if (refused.length === 0) return pass(`200 to ${listShort(known.map(({ agent }) => agent))}`);
      return fail(
        listShort(refused.map(({ agent, status }) => `${status} to ${agent}`)),
        'Allow the crawlers that robots.txt allows in the firewall.',
      );
    },
  },
  {
    id: 'not-found',
    title: 'Unknown URLs return 404',
    weight: 1,
    ref: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    run: withFound(
      ({ unknown }) => unknown,
      ({ status, hops }) => {
        if (status === 404 || status === 410) return pass(String(status));
        const way = hops.length > 1 ? ' after a redirect' : '';
        return fail(`An unknown URL returns ${status}${way}`, 'Return 404 for unknown URLs.');
      },
    ),
  },
  {
    id: 'identity',
    title: 'Publisher in JSON-LD',
    weight: 1,
    ref: 'https://developers.google.com/search/docs/appearance/structured-data/organization',
    run: ({ visit: { page, answer } }) => {
      if (!page) return unable(isAnswer(answer) ? 'This is not an HTML page' : answer.problem.message);
      const { nodes } = parseJsonLd(page.data);
      const node = nodes.find(
        ({ type, name }) => /Organization|Corporation|LocalBusiness|Person|WebSite/.test(type) && name,
      );
      return node
        ? pass(`${node.type}: ${node.name}`)
        : fail('None', 'Add JSON-LD with a named Organization, Person or WebSite.');
    },
  },
];
