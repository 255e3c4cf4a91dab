import type { Check, Verdict } from '../../audit.ts';
import { headerOf } from '../../ask.ts';
import { withAnswer, withHeader, type Headers } from './facts.ts';
import { modifier } from './modifier.ts';
import { judgePolicy, parsePolicies } from './policy.ts';

const guides = 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides';

export const policyChecks: readonly Check<Headers>[] = [
  {
    id: 'content-security-policy',
    title: 'Content Security Policy',
    weight: 25,
    ref: `${guides}/CSP`,
    run: withAnswer((answer, { visit }) => {
      const policies = [
        ...parsePolicies(headerOf(answer, 'content-security-policy')),
        ...(visit.page?.policies ?? []).flatMap(parsePolicies),
      ];
      const isReported = headerOf(answer, 'content-security-policy-report-only') !== '';
      const none = modifier(
        -25,
        isReported ? 'The policy is report-only' : 'No policy was sent',
        'Send Content-Security-Policy: default-src ’self’; object-src ’none’; base-uri ’none’, and widen it as needed.',
      );
      // All policies apply together, so the result is at least as strict as the strictest one.
      return policies.map(judgePolicy).reduce(stricter, none);
    }),
  },
  {
    id: 'x-frame-options',
    title: 'Protection against framing',
    weight: 20,
    ref: `${guides}/Clickjacking`,
    run: withHeader('x-frame-options', (value, { visit }) => {
      const policies =
        'headers' in visit.answer ? parsePolicies(headerOf(visit.answer, 'content-security-policy')) : [];
      const ancestors = policies.find((policy) => policy.has('frame-ancestors'))?.get('frame-ancestors');
      if (ancestors) return modifier(5, `frame-ancestors ${ancestors.join(' ')}`);
      if (/^(deny|sameorigin)$/i.test(value.trim())) return modifier(5, `X-Frame-Options: ${value}`);
      if (/^allow-from /i.test(value)) return modifier(0, `X-Frame-Options: ${value}, which browsers ignore`);
      return modifier(
        -20,
        value ? `X-Frame-Options is invalid: ${value}` : 'Any site can embed this page in a frame',
        'Send Content-Security-Policy: frame-ancestors ’self’.',
      );
    }),
  },
];

const stricter = (one: Verdict, other: Verdict): Verdict =>
  (other.modifier ?? 0) > (one.modifier ?? 0) ? other : one;
