import { type AuditCheck, listShort, unable, type AuditVerdict } from '../../audit.ts';
import { type SiteResponse, finalUrl, headerOf, isAnswer } from '../../visit.ts';
import { foreignOrigin, type Headers, modifier, withAnswer, withHeader } from './facts.ts';

const guides = 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides';
/** Half a year, in seconds. */
const longEnough = 15_768_000;

export const transportChecks: readonly AuditCheck<Headers>[] = [
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

interface Cookie {
  name: string;
  isSecure: boolean;
  isHttpOnly: boolean;
  sameSite: string | undefined;
  isSession: boolean;
  isToken: boolean;
}

const fix = 'Set cookies with Secure, HttpOnly and SameSite=Lax.';

/** The first match is the result. The most severe faults come first. */
const faults: readonly (readonly [number, string, (cookie: Cookie, hasHsts: boolean) => boolean])[] = [
  [
    -40,
    'session cookies without Secure',
    ({ isSession, isSecure }, hasHsts) => isSession && !isSecure && !hasHsts,
  ],
  [-30, 'session cookies without HttpOnly', ({ isSession, isHttpOnly }) => isSession && !isHttpOnly],
  [-20, 'cookies without Secure', ({ isSecure }, hasHsts) => !isSecure && !hasHsts],
  [-20, 'an invalid SameSite value', ({ sameSite }) => isUnknown(sameSite)],
  [-20, 'anti-CSRF tokens without SameSite', ({ isToken, sameSite }) => isToken && sameSite === undefined],
  [-10, 'session cookies protected only by HSTS', ({ isSession, isSecure }) => isSession && !isSecure],
  [-5, 'cookies protected only by HSTS', ({ isSecure }) => !isSecure],
];

const isUnknown = (sameSite: string | undefined) =>
  sameSite !== undefined && !/^(strict|lax|none)$/.test(sameSite);

export const cookieCheck: AuditCheck<Headers> = {
  id: 'cookies',
  title: 'Cookies',
  weight: 40,
  ref: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/Cookies',
  run: withAnswer((answer, { visit }) => {
    const hasHsts =
      finalUrl(visit).protocol === 'https:' && headerOf(answer, 'strict-transport-security') !== '';
    return judge(cookiesOf(answer), hasHsts);
  }),
};

function judge(cookies: readonly Cookie[], hasHsts: boolean): AuditVerdict {
  if (cookies.length === 0) return modifier(0, 'No cookies are set');
  for (const [change, what, isFaulty] of faults) {
    const found = cookies.filter((cookie) => isFaulty(cookie, hasHsts));
    if (found.length > 0)
      return modifier(change, `${what}: ${listShort(found.map(({ name }) => name))}`, fix);
  }
  const isBest = cookies.every(({ isHttpOnly, sameSite }) => isHttpOnly && sameSite !== undefined);
  return modifier(isBest ? 5 : 0, `Protected: ${listShort(cookies.map(({ name }) => name))}`);
}

const cookiesOf = ({ headers }: SiteResponse): Cookie[] =>
  [headers['set-cookie'] ?? []].flat().map((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.split('=', 1)[0] ?? '';
    const values = new Map(
      attributes.map((each) => {
        const [key = '', value = ''] = each.split('=', 2);
        return [key.toLowerCase(), value.toLowerCase()] as const;
      }),
    );
    const isToken = /csrf|xsrf/i.test(name);
    return {
      name,
      isSecure: values.has('secure'),
      isHttpOnly: values.has('httponly'),
      sameSite: values.get('samesite'),
      isSession: !isToken && /login|sess/i.test(name),
      isToken,
    };
  });
