import type { Problem } from '../../kernel/problem.ts';
import { headerOf, isAnswer, type Answer, type Asker, type FailedRequest } from './ask.ts';
import type { Page } from './document/get-document.ts';

/**
 * The initial requests that all checks share: the page as a browser gets it, and the same address without
 * TLS.
 */
export interface Visit {
  target: URL;
  answer: Answer | FailedRequest;
  /** The page's HTML, or undefined if there is no response. */
  page: Page | undefined;
  /** The reason why the certificate is not trusted, or empty. */
  badCertificate: string;
  /** The address over plain HTTP, with redirects followed. */
  plain: Answer | FailedRequest;
  robots: Answer | FailedRequest;
  now: Date;
}

const maxOfPage = 2 * 1024 * 1024;

/** Fetches the page: over HTTPS, else without verifying the certificate, else without TLS. */
export async function visit(
  ask: Asker,
  target: URL,
  { robots, now }: Pick<Visit, 'robots' | 'now'>,
  parse: (markup: string) => Promise<Page>,
): Promise<Visit> {
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
export const finalUrl = ({ answer, target }: Visit): URL => new URL(isAnswer(answer) ? answer.url : target);

/** Resolves an address in the page. Returns null if it is invalid. */
export const resolve = (visit: Visit, address: string): URL | null => URL.parse(address, finalUrl(visit));
