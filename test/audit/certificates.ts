import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as Crypto);

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

export interface Certificate {
  key: string;
  cert: string;
}

interface Wanted {
  name?: string;
  days?: number;
  algorithm?: RsaHashedKeyGenParams;
  isSelfSigned?: boolean;
}

const authority = createAuthority();

async function createAuthority() {
  const keys = (await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Audit tests',
    notBefore: new Date(Date.now() - 400 * day),
    notAfter: new Date(Date.now() + 400 * day),
    signingAlgorithm: ecdsa,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  return { keys, certificate };
}

/** Adds the test certificate authority to those that this process trusts. */
export async function trustTestAuthority(): Promise<void> {
  const { certificate } = await authority;
  setDefaultCACertificates([...getCACertificates('default'), certificate.toString('pem')]);
}

/** Creates a certificate of the test authority, by default for localhost and 90 days. */
export async function createCertificate({
  name = 'localhost',
  days = 90,
  algorithm,
  isSelfSigned = false,
}: Wanted = {}): Promise<Certificate> {
  const keys = (await webcrypto.subtle.generateKey(algorithm ?? ecdsa, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const issuer = await authority;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '01',
    subject: `CN=${name}`,
    issuer: isSelfSigned ? `CN=${name}` : issuer.certificate.subject,
    notBefore: new Date(Date.now() - 100 * day),
    notAfter: new Date(Date.now() + days * day + 3_600_000),
    publicKey: keys.publicKey,
    signingKey: isSelfSigned ? keys.privateKey : issuer.keys.privateKey,
    signingAlgorithm: isSelfSigned && algorithm ? { name: algorithm.name, hash: 'SHA-256' } : ecdsa,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}
