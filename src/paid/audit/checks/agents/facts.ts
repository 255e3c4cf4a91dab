import { parseJson } from '../../../../kernel/json.ts';
import { finalUrl, headerOf, isAnswer } from '../../visit.ts';
import type { SiteResponse, AuditClient, FailedRequest, SiteVisit } from '../../visit.ts';
import { unable, type AuditVerdict } from '../../audit.ts';
import { openRobots, type Robots } from '../../robots.ts';

type Found = SiteResponse | FailedRequest;

/** Documents at well-known paths. */
const documents = {
  llms: '/llms.txt',
  catalog: '/.well-known/api-catalog',
  openapi: '/openapi.json',
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  openid: '/.well-known/openid-configuration',
  guide: '/auth.md',
  card: '/.well-known/agent-card.json',
  mcp: '/.well-known/mcp/server-card.json',
  skills: '/.well-known/agent-skills/index.json',
  payments: '/.well-known/x402',
  keys: '/.well-known/http-message-signatures-directory',
} as const;

/** Descriptions of large APIs are long. */
const maxOfDocument = 1024 * 1024;

export type DocumentName = keyof typeof documents;

export interface AgentFacts {
  rules: Robots;
  sitemap: Found;
  documents: Readonly<Record<DocumentName, Found>>;
  markdown: Found;
  /** A path that cannot exist. */
  unknown: Found;
  asAgents: readonly { agent: string; found: Found }[];
  /** The response of a protected resource without a token, or undefined if none is announced. */
  unauthorized: Found | undefined;
}

export type Agents = AgentFacts & { visit: SiteVisit };

/** User agents of crawlers. */
const crawlers = {
  GPTBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ClaudeBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  PerplexityBot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
};

export async function gatherAgents(ask: AuditClient, visit: SiteVisit): Promise<AgentFacts> {
  const end = finalUrl(visit);
  const rules = openRobots(visit.robots, end);
  const fetch = (path: string, options: Parameters<AuditClient['fetch']>[1] = {}) =>
    ask.fetch(new URL(path, end).href, { anyCertificate: true, ...options });
  const names = Object.keys(documents) as DocumentName[];
  const [sitemap, markdown, unknown, asAgents, found] = await Promise.all([
    fetch(rules.sitemaps[0] ?? '/sitemap.xml'),
    fetch(end.href, { accept: 'text/markdown' }),
    fetch('/plaza-audit-looks-for-a-page-that-is-not-there-7f3a', { max: 1024 }),
    Promise.all(
      Object.entries(crawlers).map(async ([agent, name]) => ({
        agent,
        found: await fetch(end.href, { agent: name, max: 1024 }),
      })),
    ),
    Promise.all(
      names.map(
        async (name) =>
          [
            name,
            await fetch(documents[name], { accept: 'application/json, */*;q=0.5', max: maxOfDocument }),
          ] as const,
      ),
    ),
  ]);
  const byName = Object.fromEntries(found) as Record<DocumentName, Found>;
  const protectedAddress = parseObject(byName.resource)?.resource;
  const url = typeof protectedAddress === 'string' ? URL.parse(protectedAddress) : null;
  const unauthorized = url?.host === end.host ? await fetch(url.href, { max: 1024 }) : undefined;
  return { rules, sitemap, documents: byName, markdown, unknown, asAgents, unauthorized };
}

const isThere = (found: Found): found is SiteResponse => isAnswer(found) && found.status === 200;

/** Whether the response is an HTML page instead of a document. Many sites return a page for every address. */
export const isPage = (found: Found): boolean =>
  isThere(found) && /html/i.test(headerOf(found, 'content-type'));

/** Returns the JSON object of a document, or undefined if it is something else. */
export function parseObject(found: Found): Record<string, unknown> | undefined {
  if (!isThere(found) || isPage(found)) return undefined;
  try {
    const value = parseJson(found.text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}

/** Whether the site offers the document, rather than a page in its place. */
export const isServed = (found: Found): boolean => isThere(found) && !isPage(found);

export const withFound =
  (of: (facts: Agents) => Found, judge: (answer: SiteResponse, facts: Agents) => AuditVerdict) =>
  (facts: Agents): AuditVerdict => {
    const found = of(facts);
    return isAnswer(found) ? judge(found, facts) : unable(found.problem.message);
  };
