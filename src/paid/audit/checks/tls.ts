import type { X509Certificate } from 'node:crypto';
import type { Handshake } from '../../../platform/outbound/connections.ts';
import { fail, listShort, na, pass, unable, warn } from '../audit.ts';
import type { AuditCategory, AuditCheck, AuditVerdict } from '../audit.ts';
import {
  type AuditClient,
  type FailedRequest,
  isAnswer,
  resolve,
  type SiteVisit,
  withScheme,
} from '../visit.ts';

interface TlsFacts {
  handshake: Handshake | FailedRequest;
  /** The results of handshakes that offer a single version. */
  modern: Handshake | FailedRequest;
  old: readonly (Handshake | FailedRequest)[];
  /** Certificate authorities that CAA records allow. */
  authorities: readonly string[] | undefined;
}

type Tls = TlsFacts & { visit: SiteVisit };

async function gatherTls(ask: AuditClient, { target }: SiteVisit): Promise<TlsFacts> {
  const url = withScheme(target, 'https:').href;
  const handshake = await ask.handshake(url);
  if (!isAnswer(handshake)) return { handshake, modern: handshake, old: [], authorities: undefined };
  const [modern, oldest, old, authorities] = await Promise.all([
    ask.handshake(url, 'TLSv1.3'),
    ask.handshake(url, 'TLSv1'),
    ask.handshake(url, 'TLSv1.1'),
    ask.records.authorities(target.hostname).catch(() => undefined),
  ]);
  return { handshake, modern, old: [oldest, old], authorities };
}

/** Whether the server refused a handshake. A timeout is inconclusive. */
function isRefused({ problem }: FailedRequest): boolean {
  const { code } = (problem.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(ERR_SSL|ECONNRESET|EPROTO|EPIPE)/.test(code);
}

const day = 86_400_000;

const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The chain ends at an untrusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'An intermediate certificate is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The issuing authority is unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another hostname',
};

const withCertificate =
  (judge: (certificate: X509Certificate, tls: Tls) => AuditVerdict) =>
  (tls: Tls): AuditVerdict => {
    if (!isAnswer(tls.handshake)) return na('No HTTPS');
    const { certificate } = tls.handshake;
    return certificate ? judge(certificate, tls) : unable('The server sent no certificate');
  };

const certificateChecks: readonly AuditCheck<Tls>[] = [
  {
    id: 'https',
    title: 'HTTPS with a trusted certificate',
    weight: 5,
    ref: 'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
    run: ({ handshake }) => {
      if (!isAnswer(handshake))
        return fail(
          `No TLS handshake: ${handshake.problem.message}`,
          'Serve the site over HTTPS with a certificate from a public authority such as Let’s Encrypt.',
        );
      const { distrust, subject, version } = handshake;
      if (distrust)
        return fail(
          `${reasons[distrust] ?? 'The certificate is not trusted'} (${distrust})`,
          'Install a certificate from a public authority for this hostname, with its full chain.',
        );
      return pass(`${version}, certificate for ${subject}`);
    },
  },
  {
    id: 'certificate-lifetime',
    title: 'Certificate is valid for three more weeks',
    weight: 3,
    ref: 'https://letsencrypt.org/docs/integration-guide/#when-to-renew',
    run: withCertificate(({ validTo }, { visit }) => {
      const days = Math.floor((Date.parse(validTo) - visit.now.getTime()) / day);
      const until = `Valid until ${new Date(validTo).toISOString().slice(0, 10)}, ${days} days`;
      const fix = 'Renew the certificate automatically, a month before it expires.';
      if (days > 21) return pass(until);
      return days >= 7 ? warn(until, fix) : fail(days < 0 ? `Expired on ${until.slice(12, 22)}` : until, fix);
    }),
  },
  {
    id: 'certificate-key',
    title: 'Strong key and signature',
    weight: 2,
    ref: 'https://wiki.mozilla.org/Security/Server_Side_TLS',
    run: withCertificate((certificate) => {
      const { asymmetricKeyType: kind = '', asymmetricKeyDetails: details = {} } = certificate.publicKey;
      const bits =
        details.modulusLength ?? curves[details.namedCurve ?? ''] ?? (kind.startsWith('ed') ? 256 : 0);
      const signature = signatureOf(certificate);
      const seen = `${kind.toUpperCase()} ${bits} bits, signed with ${signature}`;
      const isStrong = (kind.startsWith('rsa') ? bits >= 2048 : bits >= 256) && !/sha1|md5/i.test(signature);
      return isStrong
        ? pass(seen)
        : fail(seen, 'Use RSA of 2048 bits or more, or ECDSA P-256, signed with SHA-256.');
    }),
  },
  {
    id: 'caa',
    title: 'CAA records',
    weight: 0,
    ref: 'https://datatracker.ietf.org/doc/html/rfc8659',
    run: ({ authorities }) => {
      if (!authorities) return unable('The name server did not respond');
      if (authorities.length > 0) return pass(`Only ${authorities.join(', ')} can issue certificates`);
      return warn(
        'Any authority can issue certificates for this name',
        'Add a CAA record that names your certificate authority.',
      );
    },
  },
];

const curves: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp256k1: 256,
  secp384r1: 384,
  secp521r1: 521,
};

/** `sha256WithRSAEncryption`, as OpenSSL prints it. */
const signatureOf = (certificate: X509Certificate): string =>
  (certificate as X509Certificate & { signatureAlgorithm?: string }).signatureAlgorithm ??
  'an unknown algorithm';

const guide = 'https://wiki.mozilla.org/Security/Server_Side_TLS';

const connectionChecks: readonly AuditCheck<Tls>[] = [
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

export const tlsCategory: AuditCategory<TlsFacts> = {
  id: 'tls',
  title: 'Encryption',
  weight: 15,
  gather: gatherTls,
  checks: [...certificateChecks, ...connectionChecks],
};
