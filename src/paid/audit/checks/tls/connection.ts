import type { Check } from '../../audit.ts';
import { isAnswer } from '../../ask.ts';
import { fail, na, pass, listShort, unable, warn } from '../../verdicts.ts';
import { resolve } from '../../visit.ts';
import { isRefused, type Tls } from './facts.ts';

const guide = 'https://wiki.mozilla.org/Security/Server_Side_TLS';

export const connectionChecks: readonly Check<Tls>[] = [
  {
    id: 'tls-1.3',
    title: 'TLS 1.3',
    weight: 2,
    ref: 'https://datatracker.ietf.org/doc/html/rfc8446',
    run: ({ handshake, modern }) => {
      if (!isAnswer(handshake)) return na('No HTTPS');
      if (isAnswer(modern)) return pass('TLS 1.3 is offered');
      if (!isRefused(modern)) return unable(modern.problem.message);
      return warn(`${handshake.version} at most`, 'Enable TLS 1.3, which saves a round trip.');
    },
  },
  {
    id: 'tls-old',
    title: 'TLS 1.0 and 1.1 are refused',
    weight: 3,
    ref: 'https://datatracker.ietf.org/doc/html/rfc8996',
    run: ({ old }) => {
      if (old.length === 0) return na('No HTTPS');
      const accepted = old.filter(isAnswer).map(({ version }) => version);
      if (accepted.length > 0) return fail(`Accepted: ${accepted.join(', ')}`, 'Allow only TLS 1.2 and 1.3.');
      const silent = old.find((each) => !isAnswer(each) && !isRefused(each));
      return silent && !isAnswer(silent) ? unable(silent.problem.message) : pass('Both are rejected');
    },
  },
  {
    id: 'cipher',
    title: 'Forward secrecy and authenticated encryption',
    weight: 2,
    ref: guide,
    run: ({ handshake }) => {
      if (!isAnswer(handshake)) return na('No HTTPS');
      const { cipher, version } = handshake;
      const isForward = version === 'TLSv1.3' || /^(ECDHE|DHE)-/.test(cipher);
      const isAuthenticated = /GCM|POLY1305|CCM/.test(cipher);
      if (isForward && isAuthenticated) return pass(cipher);
      return fail(cipher, 'Prefer ECDHE key exchange with AES-GCM or ChaCha20-Poly1305.');
    },
  },
  {
    id: 'https-redirect',
    title: 'HTTP leads to HTTPS',
    weight: 3,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS#http_redirection',
    run: ({ handshake, visit }) => {
      if (!isAnswer(handshake)) return na('No HTTPS');
      const [first, second] = hopsOf(visit.plain);
      if (isLoop(visit.plain)) return fail('The redirects loop', 'End every redirect chain at a page.');
      if (!first || first.status === 400) return pass('Nothing is served over HTTP');
      const fix = 'Redirect every http:// URL to the same https:// URL with 301 or 308.';
      if (!second) return fail(`HTTP answers ${first.status} itself`, fix);
      const [from, to] = [new URL(first.url), new URL(second.url)];
      if (to.protocol !== 'https:') return fail(`HTTP redirects to ${to.href} first`, fix);
      if (to.hostname !== from.hostname) return fail(`HTTP redirects to another host first: ${to.host}`, fix);
      if (first.status === 301 || first.status === 308) return pass(`${first.status} to ${to.href}`);
      return warn(`${first.status} to ${to.href}, which browsers do not cache`, fix);
    },
  },
  {
    id: 'mixed-content',
    title: 'No mixed content',
    weight: 3,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    run: ({ handshake, visit }) => {
      if (!isAnswer(handshake)) return na('No HTTPS');
      if (!visit.page) return unable('There is no page to check');
      const unsafe = visit.page.resources.filter((address) => resolve(visit, address)?.protocol === 'http:');
      if (unsafe.length === 0) return pass('The page loads everything over HTTPS');
      return fail(`Loaded over HTTP: ${listShort(unsafe)}`, 'Load everything from https:// URLs.');
    },
  },
];

const isLoop = (plain: Tls['visit']['plain']) => !isAnswer(plain) && plain.problem.code === 'redirects';

/** The redirects of the plain HTTP address, as far as they were followed. */
const hopsOf = (plain: Tls['visit']['plain']) => (isAnswer(plain) ? plain.hops : []);
