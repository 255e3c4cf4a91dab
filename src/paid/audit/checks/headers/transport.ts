import type { Check } from '../../audit.ts';
import { isAnswer } from '../../ask.ts';
import { unable } from '../../verdicts.ts';
import { finalUrl } from '../../visit.ts';
import { foreignOrigin, withHeader, type Headers } from './facts.ts';
import { modifier } from './modifier.ts';

const guides = 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides';
/** Half a year, in seconds. */
const longEnough = 15_768_000;

export const transportChecks: readonly Check<Headers>[] = [
  {
    id: 'strict-transport-security',
    title: 'Strict Transport Security',
    weight: 20,
    ref: `${guides}/TLS#http_strict_transport_security`,
    run: withHeader('strict-transport-security', (value, { visit }) => {
      const fix = 'Send Strict-Transport-Security: max-age=63072000; includeSubDomains over valid HTTPS.';
      if (finalUrl(visit).protocol !== 'https:')
        return modifier(-20, 'The site is not served over HTTPS', fix);
      if (visit.badCertificate) return modifier(-20, 'Browsers ignore it with this certificate', fix);
      if (value === '') return modifier(-20, 'Not sent', fix);
      const age = /(?:^|[;\s])max-age="?(\d{1,12})/i.exec(value)?.[1];
      if (age === undefined) return modifier(-20, `Invalid: ${value}`, fix);
      return Number(age) >= longEnough
        ? modifier(0, value)
        : modifier(-10, `Less than half a year: ${value}`, fix);
    }),
  },
  {
    id: 'redirection',
    title: 'Redirection to HTTPS',
    weight: 20,
    ref: `${guides}/TLS#http_redirection`,
    run: ({ visit: { plain, badCertificate } }) => {
      const fix = 'Redirect http:// to https:// on the same host first, then anywhere else.';
      if (!isAnswer(plain)) {
        const isLoop = plain.problem.code === 'redirects';
        return isLoop
          ? modifier(-20, plain.problem.message, fix)
          : modifier(0, 'Nothing is served over HTTP');
      }
      const [first, second] = plain.hops.map(({ url, status }) => ({ url: new URL(url), status }));
      if (!first || (first.status === 400 && !second)) return modifier(0, 'Nothing is served over HTTP');
      if (new URL(plain.url).protocol !== 'https:')
        return modifier(-20, `The redirects end at ${plain.url}`, fix);
      if (badCertificate) return modifier(-20, 'The redirects end at an invalid certificate', fix);
      if (second?.url.protocol !== 'https:')
        return modifier(-10, `The first redirect is to ${second?.url.href ?? ''}`, fix);
      if (second.url.hostname !== first.url.hostname)
        return modifier(-5, `The first redirect is to another host: ${second.url.hostname}`, fix);
      return modifier(0, `${first.url.href} leads to ${second.url.href}`);
    },
  },
  {
    id: 'cors',
    title: 'Cross-origin requests',
    weight: 50,
    ref: `${guides}/CORS`,
    run: ({ crossOrigin }) => {
      if (!isAnswer(crossOrigin)) return unable(crossOrigin.problem.message);
      const allowed = String(crossOrigin.headers['access-control-allow-origin'] ?? '');
      const withCredentials = String(crossOrigin.headers['access-control-allow-credentials'] ?? '');
      if (allowed === foreignOrigin && withCredentials === 'true')
        return modifier(
          -50,
          'Any site can read this page as the signed-in visitor',
          'List each origin that can send credentials.',
        );
      return modifier(0, allowed ? `Access-Control-Allow-Origin: ${allowed}` : 'No other site can read it');
    },
  },
];
