import type { AuditCheck, AuditVerdict } from '../../audit.ts';
import { headerOf } from '../../visit.ts';
import { type Headers, modifier, withAnswer, withHeader } from './facts.ts';

const guides = 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides';

export const policyChecks: readonly AuditCheck<Headers>[] = [
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

const stricter = (one: AuditVerdict, other: AuditVerdict): AuditVerdict =>
  (other.modifier ?? 0) > (one.modifier ?? 0) ? other : one;

type Policy = ReadonlyMap<string, readonly string[]>;

/** Parses the policies of a comma-separated header or a `meta` element. */
const parsePolicies = (text: string): Policy[] =>
  text
    .split(',')
    .map(parsePolicy)
    .filter((policy) => policy.size > 0);

function parsePolicy(text: string): Policy {
  const directives = new Map<string, string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // If a directive is repeated, browsers use the first.
    if (name && !directives.has(name.toLowerCase()))
      directives.set(
        name.toLowerCase(),
        sources.map((source) => source.toLowerCase()),
      );
  }
  return directives;
}

const broad = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'data:', "'unsafe-inline'"];
const passive = ['img-src', 'media-src'];
const known =
  /-src(-elem|-attr)?$|^(sandbox|base-uri|form-action|frame-ancestors|upgrade-insecure-requests|report-|require-|trusted-types|block-all)/;

/** Returns the Observatory's verdict on one policy. */
function judgePolicy(policy: Policy): AuditVerdict {
  if (![...policy.keys()].some((name) => known.test(name)))
    return modifier(-25, 'The policy is invalid', 'Write directives such as default-src ’self’.');
  const ofDirective = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const script = trusted(policy.get('script-src-elem') ?? ofDirective('script-src'));
  const loose = [...script, ...ofDirective('object-src')].find((source) => broad.includes(source));
  if (loose)
    return modifier(
      -20,
      `Scripts or plugins can be loaded from ${loose}`,
      'Allow scripts by nonce or hash, and set object-src ’none’.',
    );
  const insecure = [...policy].filter(([name, sources]) => name.endsWith('-src') && sources.some(isPlain));
  const active = insecure.find(([name]) => !passive.includes(name));
  if (active) return modifier(-20, `${active[0]} allows plain HTTP`, 'Allow only https: sources.');
  if ([...script, ...ofDirective('style-src')].includes("'unsafe-eval'"))
    return modifier(-10, 'Scripts can run text as code (’unsafe-eval’)', 'Remove ’unsafe-eval’.');
  if (insecure.length > 0)
    return modifier(-10, 'Images or media can be loaded over HTTP', 'Allow only https: sources.');
  if (trusted(ofDirective('style-src')).includes("'unsafe-inline'"))
    return modifier(0, 'Inline styles are allowed, scripts are not');
  const isClosed = ["'none'"].join() === (policy.get('default-src') ?? []).join();
  const sendsTo = policy.get('form-action')?.join() ?? '';
  return isClosed && ["'none'", "'self'"].includes(sendsTo)
    ? modifier(10, 'Everything that is not listed is blocked, and nothing unsafe is allowed')
    : modifier(5, 'Nothing unsafe is allowed');
}

const isPlain = (source: string) => /^(http:|ftp:)/.test(source);

/** With a nonce or hash, browsers ignore `'unsafe-inline'`; with `'strict-dynamic'`, hosts and schemes too. */
function trusted(sources: readonly string[]): readonly string[] {
  const isNamed = sources.some((source) => /^'(nonce-|sha(256|384|512)-)/.test(source));
  if (!isNamed) return sources;
  const isDynamic = sources.includes("'strict-dynamic'");
  return sources.filter((source) => source !== "'unsafe-inline'" && !(isDynamic && !source.startsWith("'")));
}
