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
  const groups = [group('*', 'same', policy), ...named.map(([agent, rule]) => group(agent, rule, policy))];
  const parts = [
    '# What crawlers can read. Content-Signal states the permitted uses: search results (search),\n' +
      '# answers of language models (ai-input), and training of language models (ai-train).',
    ...groups,
    policy.extra.trim(),
    `Sitemap: ${base}/sitemap.xml`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function group(agent: string, rule: CrawlerRule, policy: Signals): string {
  if (rule === 'refused') return `User-agent: ${agent}\nDisallow: /`;
  return [
    `User-agent: ${agent}`,
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
