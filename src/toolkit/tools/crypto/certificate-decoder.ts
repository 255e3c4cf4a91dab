import { X509Certificate } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

/** A self-signed certificate for `plaza.example`. */
const exampleCertificate = `-----BEGIN CERTIFICATE-----
MIIB1zCCAX2gAwIBAgIUZvqNbEMZmQJXwLw/zVyCrMtvnFcwCgYIKoZIzj0EAwIw
KjEWMBQGA1UEAwwNcGxhemEuZXhhbXBsZTEQMA4GA1UECgwHRXhhbXBsZTAeFw0y
NjExMjIyMTExMjJaFw0zNjExMTkyMTExMjJaMCoxFjAUBgNVBAMMDXBsYXphLmV4
YW1wbGUxEDAOBgNVBAoMB0V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AAQaweuX1Zwr1mpgYTpn3kMaiZhP71oa1x5hjtHnpXyHRHiw89BwJ11AVhF5ZOjT
JXdcoqji4IOAf/kcfAvUG/Jeo4GAMH4wHQYDVR0OBBYEFBnMKFoegwk79DL262kR
VrYzSEgvMB8GA1UdIwQYMBaAFBnMKFoegwk79DL262kRVrYzSEgvMA8GA1UdEwEB
/wQFMAMBAf8wKwYDVR0RBCQwIoINcGxhemEuZXhhbXBsZYIRd3d3LnBsYXphLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgS1HNVcPubsk7P5L6CMnvtDMiiI0FY7Ec
YdN+TP0PGa8CIQDejKdM8ECL+TKzSDsiXRCzmlmV2Vv5szwYq5Wo0EWj2g==
-----END CERTIFICATE-----`;

export default tool({
  title: 'Certificate decoder',
  summary: 'Read the subject, issuer, names and validity of an X.509 certificate',
  keywords: 'x509 pem ssl tls crt',
  input: { pem: input.text('Certificate (PEM)', exampleCertificate, { max: 50_000 }) },
  output: {
    subject: output.text('Subject'),
    issuer: output.text('Issuer'),
    validFrom: output.text('Valid from'),
    validTo: output.text('Valid to'),
    serialNumber: output.code('Serial number'),
    names: output.list('Names'),
    fingerprint: output.code('SHA-256 fingerprint'),
    keyType: output.text('Key'),
    isAuthority: output.flag('Certificate authority'),
  },
  sample: {
    subject: 'CN=plaza.example, O=Example',
    issuer: 'CN=plaza.example, O=Example',
    validFrom: '2026-11-22T21:11:22.000Z',
    validTo: '2036-11-19T21:11:22.000Z',
    serialNumber: '66FA8D6C4319990257C0BC3FCD5C82ACCB6F9C57',
    names: ['plaza.example', 'www.plaza.example'],
    fingerprint:
      'D7:97:63:D4:25:C7:E5:DD:1D:69:A8:A6:04:F5:1C:C9:65:3F:58:D9:EE:12:D2:21:CD:B7:A7:3C:86:2A:49:83',
    keyType: 'ec',
    isAuthority: true,
  },
  run: ({ pem }) => {
    try {
      const certificate = new X509Certificate(pem);
      return {
        subject: certificate.subject.replaceAll('\n', ', '),
        issuer: certificate.issuer.replaceAll('\n', ', '),
        validFrom: new Date(certificate.validFrom).toISOString(),
        validTo: new Date(certificate.validTo).toISOString(),
        serialNumber: certificate.serialNumber,
        names: (certificate.subjectAltName ?? '')
          .split(', ')
          .filter(Boolean)
          .map((name) => name.replace(/^DNS:/, '')),
        fingerprint: certificate.fingerprint256,
        keyType: String(certificate.publicKey.asymmetricKeyType),
        isAuthority: certificate.ca,
      };
    } catch {
      throw invalid('pem', 'Send a certificate that begins with -----BEGIN CERTIFICATE-----');
    }
  },
});
