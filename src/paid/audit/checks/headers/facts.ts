import { headerOf, isAnswer, type Answer, type Asker, type FailedRequest } from '../../ask.ts';
import type { Verdict } from '../../audit.ts';
import { unable } from '../../verdicts.ts';
import { finalUrl, type Visit } from '../../visit.ts';

export interface HeaderFacts {
  /** The page, requested cross-origin with credentials. */
  crossOrigin: Answer | FailedRequest;
  securityText: Answer | FailedRequest;
}

export type Headers = HeaderFacts & { visit: Visit };

export const foreignOrigin = 'https://audit.invalid';

export async function gatherHeaders(ask: Asker, visit: Visit): Promise<HeaderFacts> {
  const end = finalUrl(visit);
  const [crossOrigin, securityText] = await Promise.all([
    ask.fetch(end.href, { headers: { origin: foreignOrigin }, max: 1024, anyCertificate: true }),
    ask.fetch(new URL('/.well-known/security.txt', end).href, { max: 32 * 1024, anyCertificate: true }),
  ]);
  return { crossOrigin, securityText };
}

/** Checks the page's response. Returns `unable` if there is none. */
export const withAnswer =
  (judge: (answer: Answer, facts: Headers) => Verdict) =>
  (facts: Headers): Verdict => {
    const { answer } = facts.visit;
    return isAnswer(answer) ? judge(answer, facts) : unable(answer.problem.message);
  };

/** Checks one header, with an empty value if it is missing. */
export const withHeader = (name: string, judge: (value: string, facts: Headers) => Verdict) =>
  withAnswer((answer, facts) => judge(headerOf(answer, name), facts));
