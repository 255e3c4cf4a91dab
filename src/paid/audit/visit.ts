import type { Problem } from '../../kernel/problem.ts';
import { headerOf, isAnswer, type Answer, type Asker, type NoAnswer } from './ask.ts';
import { readDocument, type Page } from './document/read-document.ts';

/** What all checks begin with: the page as a browser gets it, and what the same address says without TLS. */
export interface Visit {
  target: URL;
  answer: Answer | NoAnswer;
  /** The page's HTML; nothing where the answer is none. */
  page: Page | undefined;
  /** Why the certificate is not to be trusted; empty: it is. */
  badCertificate: string;
  /** The address over plain HTTP, followed to its end. */
  plain: Answer | NoAnswer;
  robots: Answer | NoAnswer;
  now: Date;
}

const maxOfPage = 2 * 1024 * 1024;

/** Fetches the page. What cannot be fetched over HTTPS is fetched without trust, and then without TLS. */
export async function visit(ask: Asker, target: URL, robots: Visit['robots'], now: Date): Promise<Visit> {
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
  const page = isAnswer(answer) && isPage ? await readDocument(answer.text) : undefined;
  return { target, answer, page, badCertificate, plain, robots, now };
}

/** A site that leads in circles or answers too slowly is there, and something to report; one that is nowhere is not. */
const isWorthReporting = ({ code }: Problem) => code === 'redirects' || code === 'timeout';

export function withScheme(url: URL, protocol: 'http:' | 'https:'): URL {
  const other = new URL(url);
  other.protocol = protocol;
  return other;
}

/** Where the page ended up, or where it was looked for. */
export const endOf = ({ answer, target }: Visit): URL => new URL(isAnswer(answer) ? answer.url : target);

/** An absolute address of something that the page names; nothing where it is no address. */
export const resolve = (visit: Visit, address: string): URL | null => URL.parse(address, endOf(visit));
