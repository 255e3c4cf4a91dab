import { type AuditCategory, type AuditCheck, listShort, pass, warn } from '../../audit.ts';
import { finalUrl, headerOf, isAnswer, resolve } from '../../visit.ts';
import { policyChecks } from './content-security-policy.ts';
import { gatherHeaders, modifier, observatoryScore, withAnswer, withHeader } from './facts.ts';
import type { HeaderFacts, Headers } from './facts.ts';
import { cookieCheck, transportChecks } from './transport.ts';

const guides = 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides';

const privateReferrers = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const otherReferrers = ['no-referrer-when-downgrade', 'origin', 'origin-when-cross-origin', 'unsafe-url'];

const otherHeaderChecks: readonly AuditCheck<Headers>[] = [
  {
    id: 'x-content-type-options',
    title: 'MIME sniffing is disabled',
    weight: 5,
    ref: `${guides}/MIME_types`,
    run: withHeader('x-content-type-options', (value) =>
      /^nosniff(,\s*nosniff)*$/i.test(value.trim())
        ? modifier(0, 'nosniff')
        : modifier(-5, value ? `Invalid: ${value}` : 'Not sent', 'Send X-Content-Type-Options: nosniff.', -5),
    ),
  },
  {
    id: 'referrer-policy',
    title: 'Referrer policy',
    weight: 5,
    ref: `${guides}/Referrer_policy`,
    run: withHeader('referrer-policy', (header, { visit }) => {
      const value = header || (visit.page?.meta.get('referrer') ?? '');
      if (value === '') return modifier(0, 'Not sent: browsers send only the origin to other sites');
      const last = value
        .toLowerCase()
        .split(',')
        .map((each) => each.trim())
        .findLast((each) => [...privateReferrers, ...otherReferrers].includes(each));
      if (last && privateReferrers.includes(last)) return modifier(5, last);
      return modifier(
        -5,
        last ? `${last} sends more than needed to other sites` : `Invalid: ${value}`,
        'Send Referrer-Policy: strict-origin-when-cross-origin.',
        -5,
      );
    }),
  },
  {
    id: 'resource-policy',
    title: 'Cross-Origin-Resource-Policy',
    weight: 5,
    ref: `${guides}/CORP`,
    run: withHeader('cross-origin-resource-policy', (value) => {
      if (/^same-(origin|site)$/.test(value)) return modifier(10, value);
      if (value === '' || value === 'cross-origin') return modifier(0, value || 'Not sent');
      return modifier(-5, `Invalid: ${value}`, 'Send Cross-Origin-Resource-Policy: same-origin.', -5);
    }),
  },
  {
    id: 'subresource-integrity',
    title: 'Integrity of third-party scripts',
    weight: 50,
    ref: `${guides}/SRI`,
    run: withAnswer((_answer, { visit }) => {
      const { hostname } = finalUrl(visit);
      const scripts = (visit.page?.scripts ?? []).map(({ src, integrity }) => ({
        url: resolve(visit, src),
        integrity: /^sha(256|384|512)-/.test(integrity.trim()),
      }));
      const foreign = scripts.filter(({ url }) => url && !isSameSite(url.hostname, hostname));
      const fix = 'Load scripts over HTTPS with integrity="sha384-…" and crossorigin="anonymous".';
      const namesOf = (part: typeof foreign) => listShort(part.map(({ url }) => url?.href ?? ''));
      if (foreign.length === 0) return modifier(0, 'No third-party scripts');
      const isPlain = ({ url }: (typeof foreign)[number]) => url?.protocol === 'http:';
      const unsafe = foreign.filter((each) => isPlain(each) && !each.integrity);
      if (unsafe.length > 0) return modifier(-50, `Over HTTP, unchecked: ${namesOf(unsafe)}`, fix);
      if (foreign.some(isPlain)) return modifier(-20, `Over HTTP: ${namesOf(foreign.filter(isPlain))}`, fix);
      const unchecked = foreign.filter(({ integrity }) => !integrity);
      if (unchecked.length > 0) return modifier(-5, `Unchecked: ${namesOf(unchecked)}`, fix);
      return modifier(5, `Checked: ${namesOf(foreign)}`);
    }),
  },
];

const isSameSite = (one: string, other: string) =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

const documents = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers';

/** Informational checks, which the Observatory does not score either. */
const informationalChecks: readonly AuditCheck<Headers>[] = [
  {
    id: 'permissions-policy',
    title: 'Permissions-Policy',
    weight: 0,
    ref: `${documents}/Permissions-Policy`,
    run: withHeader('permissions-policy', (value) =>
      value
        ? pass(value)
        : warn(
            'Not sent',
            'Disable features that the site does not use: camera=(), microphone=(), geolocation=().',
          ),
    ),
  },
  {
    id: 'opener-policy',
    title: 'Cross-Origin-Opener-Policy',
    weight: 0,
    ref: `${documents}/Cross-Origin-Opener-Policy`,
    run: withHeader('cross-origin-opener-policy', (value) =>
      value ? pass(value) : warn('Not sent', 'Send Cross-Origin-Opener-Policy: same-origin.'),
    ),
  },
  {
    id: 'security-txt',
    title: 'security.txt',
    weight: 0,
    ref: 'https://www.rfc-editor.org/rfc/rfc9116',
    run: ({ securityText }) => {
      const isPublished =
        isAnswer(securityText) && securityText.status === 200 && /^contact:/im.test(securityText.text);
      if (isPublished) return pass('Published with a contact');
      return warn(
        'No contact for vulnerability reports',
        'Publish /.well-known/security.txt with Contact and Expires.',
      );
    },
  },
  {
    id: 'version-leak',
    title: 'Software versions are not disclosed',
    weight: 0,
    ref: `${documents}/Server`,
    run: withAnswer((answer) => {
      const versions = ['server', 'x-powered-by', 'x-aspnet-version', 'x-generator']
        .map((name) => [name, headerOf(answer, name)] as const)
        .filter(([name, value]) => (name === 'server' ? /\d/.test(value) : value !== ''));
      if (versions.length === 0) return pass('No version is disclosed');
      return warn(
        versions.map(([name, value]) => `${name}: ${value}`).join('; '),
        'Remove versions from Server, and remove X-Powered-By.',
      );
    }),
  },
];

/** The tests and modifiers of Mozilla's HTTP Observatory. */
export const headerCategory: AuditCategory<HeaderFacts> = {
  id: 'headers',
  title: 'Security headers',
  weight: 20,
  gather: gatherHeaders,
  checks: [...policyChecks, ...transportChecks, cookieCheck, ...otherHeaderChecks, ...informationalChecks],
  score: observatoryScore,
};
