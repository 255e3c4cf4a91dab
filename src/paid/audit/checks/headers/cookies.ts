import type { Check, Verdict } from '../../audit.ts';
import { headerOf, type Answer } from '../../ask.ts';
import { listShort } from '../../verdicts.ts';
import { finalUrl } from '../../visit.ts';
import { withAnswer, type Headers } from './facts.ts';
import { modifier } from './modifier.ts';

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

export const cookieCheck: Check<Headers> = {
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

function judge(cookies: readonly Cookie[], hasHsts: boolean): Verdict {
  if (cookies.length === 0) return modifier(0, 'No cookies are set');
  for (const [change, what, isFaulty] of faults) {
    const found = cookies.filter((cookie) => isFaulty(cookie, hasHsts));
    if (found.length > 0)
      return modifier(change, `${what}: ${listShort(found.map(({ name }) => name))}`, fix);
  }
  const isBest = cookies.every(({ isHttpOnly, sameSite }) => isHttpOnly && sameSite !== undefined);
  return modifier(isBest ? 5 : 0, `Protected: ${listShort(cookies.map(({ name }) => name))}`);
}

const cookiesOf = ({ headers }: Answer): Cookie[] =>
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
