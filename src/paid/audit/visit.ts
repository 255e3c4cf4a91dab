import { orAbort } from '../../kernel/or-abort.ts';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Handshake } from '../../platform/outbound/connections.ts';
import type { SitePage } from './document.ts';
import { signedHeaders } from './signing.ts';

/**
 * The initial requests that all checks share: the page as a browser gets it, and the same address without
 * TLS.
 */
export interface SiteVisit {
  target: URL;
  answer: SiteResponse | FailedRequest;
  /** The page's HTML, or undefined if there is no response. */
  page: SitePage | undefined;
  /** The reason why the certificate is not trusted, or empty. */
  badCertificate: string;
  /** The address over plain HTTP, with redirects followed. */
  plain: SiteResponse | FailedRequest;
  robots: SiteResponse | FailedRequest;
  now: Date;
}

const maxOfPage = 2 * 1024 * 1024;

/** Fetches the page: over HTTPS, else without verifying the certificate, else without TLS. */
export async function visit(
  ask: AuditClient,
  target: URL,
  { robots, now }: Pick<SiteVisit, 'robots' | 'now'>,
  parse: (markup: string) => Promise<SitePage>,
): Promise<SiteVisit> {
  const secure = withScheme(target, 'https:');
  const options = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5', max: maxOfPage };
  const [first, plain] = await Promise.all([
    ask.fetch(target.href, options),
    ask.fetch(withScheme(target, 'http:').href, { ...options, anyCertificate: true }),
  ]);
  let answer = first;
  let badCertificate = '';
  if (!isAnswer(answer) && answer.problem.code === 'certificate') {
    badCertificate = answer.problem.message;
    answer = await ask.fetch(secure.href, { ...options, anyCertificate: true });
  }
  if (!isAnswer(answer) && isAnswer(plain)) answer = plain;
  if (!isAnswer(answer) && !isWorthReporting(answer.problem)) throw answer.problem;
  const isPage = isAnswer(answer) && /html|^$/i.test(headerOf(answer, 'content-type'));
  const page = isAnswer(answer) && isPage ? await parse(answer.text) : undefined;
  return { target, answer, page, badCertificate, plain, robots, now };
}

/**
 * A site with a redirect loop or timeouts exists and can be reported. A site that cannot be reached cannot.
 */
const isWorthReporting = ({ code }: Problem) => code === 'redirects' || code === 'timeout';

export function withScheme(url: URL, protocol: 'http:' | 'https:'): URL {
  const other = new URL(url);
  other.protocol = protocol;
  return other;
}

/** Returns the final address of the page, or the requested address if there is no response. */
export const finalUrl = ({ answer, target }: SiteVisit): URL =>
  new URL(isAnswer(answer) ? answer.url : target);

/** Resolves an address in the page. Returns null if it is invalid. */
export const resolve = (visit: SiteVisit, address: string): URL | null => URL.parse(address, finalUrl(visit));

/** A site's response. */
export interface SiteResponse {
  url: string;
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  text: string;
  /** Bytes on the wire. */
  received: number;
  hops: readonly { url: string; status: number; waited: number }[];
}

/** The reason why there is no response. */
export interface FailedRequest {
  problem: Problem;
}

export const isAnswer = <T extends object>(found: T | FailedRequest): found is T => !('problem' in found);

/** Returns a header as one line, or an empty string if it is missing. */
export const headerOf = ({ headers }: Pick<SiteResponse, 'headers'>, name: string): string =>
  [headers[name] ?? ''].flat().join(', ');

interface AskOptions {
  method?: 'GET' | 'HEAD';
  accept?: string;
  agent?: string;
  headers?: Readonly<Record<string, string>>;
  hops?: number;
  max?: number;
  anyCertificate?: boolean;
}

/** Sends an audit's requests to a site, with limits on time, number and bytes. Never rejects. */
export interface AuditClient {
  fetch(url: string, options?: AskOptions): Promise<SiteResponse | FailedRequest>;
  handshake(url: string, version?: 'TLSv1' | 'TLSv1.1' | 'TLSv1.3'): Promise<Handshake | FailedRequest>;
  /** Whether HTTPS records announce HTTP/3, and which authorities CAA records allow. */
  records: Pick<App['outbound'], 'authorities'>;
  requests: number;
}

const maxRequests = 60;
const atOnce = 6;

/** The user agent for robots.txt rules and for the site's logs. */
export const auditAgent = 'PlazaAudit';
const agentOf = ({ config }: Pick<App, 'config'>) =>
  `Mozilla/5.0 (compatible; ${auditAgent}/1.0; +${config.plazaUrl}/tools/audit)`;

export function openAuditClient(
  app: Pick<App, 'outbound' | 'config' | 'clock'>,
  signal: AbortSignal,
): AuditClient {
  const waiting: (() => void)[] = [];
  let working = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T | FailedRequest> => {
    asker.requests += 1;
    try {
      if (asker.requests > maxRequests)
        throw new Problem('unavailable', 'The audit reached its request limit');
      if (working >= atOnce)
        await orAbort(new Promise<void>((resolve) => void waiting.push(resolve)), signal);
      working += 1;
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        working -= 1;
        waiting.shift()?.();
      }
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      if (signal.aborted) return { problem: outOfTime };
      throw error;
    }
  };
  const asker: AuditClient = {
    requests: 0,
    records: app.outbound,
    fetch: (url, { accept = '*/*', agent, headers, max = 512 * 1024, ...rest } = {}) =>
      inTurn(async () => {
        // Requests under another name are not ours to sign.
        const named = agent === undefined ? await signedHeaders(app, url) : {};
        const found = await app.outbound.fetch(url, {
          ...rest,
          max,
          longer: 'cut',
          within: seconds(6),
          own: true,
          signal,
          headers: {
            'user-agent': agent ?? agentOf(app),
            accept,
            'accept-language': 'en',
            ...named,
            ...headers,
          },
        });
        const { url: end, status, headers: sent, received, hops } = found;
        return { url: end, status, headers: sent, text: found.text(), received, hops };
      }),
    handshake: (url, version) =>
      inTurn(() => app.outbound.handshake(url, { ...(version && { version }), own: true, signal })),
  };
  return asker;
}

const outOfTime = new Problem('unavailable', 'The audit ran out of time', { code: 'timeout' });
