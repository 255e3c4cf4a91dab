import { changeSettings, type Operator } from '../../identity/operators/settings.ts';
import { verb, type App } from '../../platform/app.ts';
import { type Static, Type } from 'typebox';
import { remembered } from '../../platform/remembered.ts';
import { getStoredSettings } from '../../platform/settings/site-settings.ts';

/**
 * Why a program fetches pages: search, live answers, model training, archiving, or, for agents, what somebody asked them
 * to do.
 */
export const purposes = ['search', 'answers', 'training', 'agents', 'archive'] as const;
export type CrawlerPurpose = (typeof purposes)[number];

export interface Crawler {
  /** Its name in `User-agent` lines. */
  agent: string;
  owner: string;
  purpose: CrawlerPurpose;
}

/** Crawlers that identify themselves and respect robots.txt, as documented by their owners. */
export const knownCrawlers: readonly Crawler[] = [
  { agent: 'Googlebot', owner: 'Google', purpose: 'search' },
  { agent: 'Bingbot', owner: 'Microsoft', purpose: 'search' },
  { agent: 'Applebot', owner: 'Apple', purpose: 'search' },
  { agent: 'DuckDuckBot', owner: 'DuckDuckGo', purpose: 'search' },
  { agent: 'YandexBot', owner: 'Yandex', purpose: 'search' },
  { agent: 'Baiduspider', owner: 'Baidu', purpose: 'search' },
  { agent: 'OAI-SearchBot', owner: 'OpenAI', purpose: 'search' },
  { agent: 'Claude-SearchBot', owner: 'Anthropic', purpose: 'search' },
  { agent: 'PerplexityBot', owner: 'Perplexity', purpose: 'search' },
  { agent: 'Amazonbot', owner: 'Amazon', purpose: 'search' },
  { agent: 'ChatGPT-User', owner: 'OpenAI', purpose: 'answers' },
  { agent: 'Claude-User', owner: 'Anthropic', purpose: 'answers' },
  { agent: 'Perplexity-User', owner: 'Perplexity', purpose: 'answers' },
  { agent: 'DuckAssistBot', owner: 'DuckDuckGo', purpose: 'answers' },
  { agent: 'MistralAI-User', owner: 'Mistral', purpose: 'answers' },
  { agent: 'Meta-ExternalFetcher', owner: 'Meta', purpose: 'answers' },
  { agent: 'GPTBot', owner: 'OpenAI', purpose: 'training' },
  { agent: 'ClaudeBot', owner: 'Anthropic', purpose: 'training' },
  { agent: 'Google-Extended', owner: 'Google', purpose: 'training' },
  { agent: 'Applebot-Extended', owner: 'Apple', purpose: 'training' },
  { agent: 'Meta-ExternalAgent', owner: 'Meta', purpose: 'training' },
  { agent: 'Bytespider', owner: 'ByteDance', purpose: 'training' },
  { agent: 'cohere-training-data-crawler', owner: 'Cohere', purpose: 'training' },
  { agent: 'CCBot', owner: 'Common Crawl', purpose: 'archive' },
  { agent: 'ia_archiver', owner: 'Internet Archive', purpose: 'archive' },
];

/** What programs of a purpose may do with pages: read them, buy each for a price, or nothing. */
export const accesses = ['allow', 'price', 'refuse'] as const;
export type CrawlerAccess = (typeof accesses)[number];

/** Access rule for a crawler: the default, full access, everything except model training, for a price, or none. */
export const crawlerRules = ['same', 'open', 'reading', 'priced', 'refused'] as const;
export type CrawlerRule = (typeof crawlerRules)[number];

/** The operator's crawler policy, published in robots.txt. */
export const CrawlerPolicy = Type.Object({
  /** Default permissions for use of content, as in content signals. */
  search: Type.Boolean({ default: true }),
  aiInput: Type.Boolean({ default: true }),
  aiTrain: Type.Boolean({ default: false }),
  /** Access by purpose, enforced for programs that name themselves or sign their requests. Unlisted ones may read. */
  access: Type.Record(Type.String(), Type.Enum([...accesses]), { default: {} }),
  /** The price of a page in USDC, where pages have one. */
  price: Type.String({ pattern: String.raw`^\d{1,3}(\.\d{1,6})?$`, default: '0.001' }),
  /** Rules by crawler name. Unlisted crawlers follow the default. */
  rules: Type.Record(Type.String(), Type.Enum([...crawlerRules]), { default: {} }),
  /** Lines appended unchanged. */
  extra: Type.String({ maxLength: 10_000, default: '' }),
});
export type CrawlerPolicy = Static<typeof CrawlerPolicy>;

export const getCrawlerPolicy = (app: Pick<App, 'db'>): Promise<CrawlerPolicy> =>
  getStoredSettings(app, 'crawlers', CrawlerPolicy);

const policies = remembered('crawlers.changed', getCrawlerPolicy);

/** The policy for requests of crawlers, remembered in this process. */
export const rememberedPolicy = (app: App): Promise<CrawlerPolicy> => policies.get(app, '');
export const knownPolicy = (app: App): CrawlerPolicy | undefined => policies.peek(app, '');

export const updateCrawlerPolicy = verb(
  { name: 'crawlers.update', who: 'operator' },
  async (app, operator: Operator, policy: CrawlerPolicy): Promise<void> => {
    await changeSettings(app, operator, {
      name: 'crawlers',
      action: 'crawlers.update',
      get: getCrawlerPolicy,
      after: policy,
      compared: ({ rules, access, ...others }) => ({ ...others, ...access, ...rules }),
    });
    await policies.announce(app, '');
  },
);

/** Whether the policy keeps any program from reading pages freely. */
export const isRestrictive = ({ rules, access }: Pick<CrawlerPolicy, 'rules' | 'access'>): boolean =>
  Object.values(access).some((each) => each !== 'allow') ||
  Object.values(rules).some((rule) => rule === 'refused' || rule === 'priced');

/** What the policy lets a program do with pages. `agent` is a name of `knownCrawlers`, or of a signer. */
export function accessFor(
  { rules, access }: Pick<CrawlerPolicy, 'rules' | 'access'>,
  { agent, purpose }: Pick<Crawler, 'agent' | 'purpose'>,
): CrawlerAccess {
  const rule = rules[agent] ?? 'same';
  if (rule === 'refused') return 'refuse';
  if (rule === 'priced') return 'price';
  return rule === 'same' ? (access[purpose] ?? 'allow') : 'allow';
}

/** The form field name of a crawler's rule. */
export const fieldOf = (agent: string) => `rule-${agent.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** The form field name of the access for a purpose. */
export const accessFieldOf = (purpose: CrawlerPurpose) => `access-${purpose}`;

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

/** Rules under which a crawler is in the group of all. What a page costs is in the license. */
const followsDefault: readonly CrawlerRule[] = ['same', 'priced'];

/** Terms of use for programs (Really Simple Licensing 1.0). */
export const licensePath = '/license.xml';

type Signals = Pick<CrawlerPolicy, 'search' | 'aiInput' | 'aiTrain'>;

/** robots.txt (RFC 9309) with content signals: what crawlers may fetch and how they may use it. */
export function robotsText(policy: CrawlerPolicy, base: string): string {
  const ruleOf = ({ agent, purpose }: Crawler): CrawlerRule => {
    const rule = policy.rules[agent] ?? 'same';
    return rule === 'same' && policy.access[purpose] === 'refuse' ? 'refused' : rule;
  };
  const named = knownCrawlers.filter((crawler) => !followsDefault.includes(ruleOf(crawler)));
  // Named, because some crawlers and scanners look only for their own name.
  const others = knownCrawlers.filter((crawler) => !named.includes(crawler)).map(({ agent }) => agent);
  const groups = [
    group([...others, '*'], 'same', policy),
    ...named.map((crawler) => group([crawler.agent], ruleOf(crawler), policy)),
  ];
  const parts = [
    '# What crawlers can read. Content-Signal states the permitted uses: search results (search),\n' +
      '# answers of language models (ai-input), and training of language models (ai-train).',
    // Really Simple Licensing: for all crawlers.
    `License: ${base}${licensePath}`,
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
