import type { X509Certificate } from 'node:crypto';
import type { Check, Verdict } from '../../audit.ts';
import { isAnswer } from '../../ask.ts';
import { fail, na, pass, unable, warn } from '../../verdicts.ts';
import type { Tls } from './facts.ts';

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
  (judge: (certificate: X509Certificate, tls: Tls) => Verdict) =>
  (tls: Tls): Verdict => {
    if (!isAnswer(tls.handshake)) return na('No HTTPS');
    const { certificate } = tls.handshake;
    return certificate ? judge(certificate, tls) : unable('The server sent no certificate');
  };

export const certificateChecks: readonly Check<Tls>[] = [
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
