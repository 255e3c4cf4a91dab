/** Why a crawler fetches pages: search, live answers, model training, or archiving. */
export type Purpose = 'search' | 'answers' | 'training' | 'archive';

interface Crawler {
  /** Its name in `User-agent` lines. */
  agent: string;
  owner: string;
  purpose: Purpose;
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
