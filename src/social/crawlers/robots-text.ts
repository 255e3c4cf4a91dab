import { knownCrawlers } from './known-crawlers.ts';
import type { CrawlerPolicy, CrawlerRule } from './policy.ts';

/** Paths without public content: personal pages, forms and endless lists. */
const ownPages = [
  '/apis/',
  '/drafts',
  '/moderation',
  '/notifications',
  '/operator',
  '/people/requests',
  '/report',
  '/saved',
  '/search',
  '/settings',
  '/signin',
  '/signup',
  '/welcome',
];

type Signals = Pick<CrawlerPolicy, 'search' | 'aiInput' | 'aiTrain'>;

/** robots.txt (RFC 9309) with content signals: what crawlers may fetch and how they may use it. */
export function robotsText(policy: CrawlerPolicy, base: string): string {
  const named = Object.entries(policy.rules).filter(([, rule]) => rule !== 'same');
  // Named, because some crawlers and scanners look only for their own name.
  const others = knownCrawlers
    .map(({ agent }) => agent)
    .filter((agent) => !named.some(([each]) => each === agent));
  const groups = [
    group([...others, '*'], 'same', policy),
    ...named.map(([agent, rule]) => group([agent], rule, policy)),
  ];
  const parts = [
    '# What crawlers can read. Content-Signal states the permitted uses: search results (search),\n' +
      '# answers of language models (ai-input), and training of language models (ai-train).',
    ...groups,
    policy.extra.trim(),
    `Sitemap: ${base}/sitemap.xml`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function group(agents: readonly string[], rule: CrawlerRule, policy: Signals): string {
  const names = agents.map((agent) => `User-agent: ${agent}`);
  if (rule === 'refused') return [...names, 'Disallow: /'].join('\n');
  return [
    ...names,
    `Content-Signal: ${inWords(signalsOf(rule, policy))}`,
    ...ownPages.map((path) => `Disallow: ${path}`),
    'Allow: /',
  ].join('\n');
}

function signalsOf(rule: CrawlerRule, policy: Signals): Signals {
  if (rule === 'open') return { search: true, aiInput: true, aiTrain: true };
  if (rule === 'reading') return { search: true, aiInput: true, aiTrain: false };
  return policy;
}

const inWords = ({ search, aiInput, aiTrain }: Signals) =>
  `search=${yes(search)}, ai-input=${yes(aiInput)}, ai-train=${yes(aiTrain)}`;

const yes = (is: boolean) => (is ? 'yes' : 'no');
