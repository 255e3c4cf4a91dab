import { certified, type Fault, rsa, testFaults } from '../../../../test/audit/audit-site.ts';

const faults: readonly Fault[] = [
  [
    'an expired certificate',
    (site) => certified(site, { days: -5 }),
    {
      https: 'fail',
      'certificate-lifetime': 'fail',
      'strict-transport-security': 'fail',
      redirection: 'fail',
    },
  ],
  ['a certificate for another name', (site) => certified(site, { name: 'other.example' }), { https: 'fail' }],
  ['a self-signed certificate', (site) => certified(site, { isSelfSigned: true }), { https: 'fail' }],
  [
    'a certificate that expires in ten days',
    (site) => certified(site, { days: 10 }),
    { 'certificate-lifetime': 'warn' },
  ],
  [
    'a certificate that expires in three days',
    (site) => certified(site, { days: 3 }),
    { 'certificate-lifetime': 'fail' },
  ],
  [
    'an RSA key of 1024 bits',
    (site) => {
      site.tls.ciphers = 'ALL:@SECLEVEL=0';
      return certified(site, { algorithm: rsa(1024) });
    },
    { 'certificate-key': 'fail' },
  ],
  [
    'TLS 1.0',
    (site) => Object.assign(site.tls, { minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' }),
    { 'tls-old': 'fail' },
  ],
  ['only TLS 1.2', (site) => Object.assign(site.tls, { maxVersion: 'TLSv1.2' }), { 'tls-1.3': 'warn' }],
  [
    'a cipher without forward secrecy',
    async (site) =>
      Object.assign(await certified(site, { algorithm: rsa(2048) }), {
        maxVersion: 'TLSv1.2',
        ciphers: 'AES128-SHA',
      }),
    { cipher: 'fail' },
  ],
  [
    'a page served over HTTP',
    (site) => void (site.plain.status = 200),
    { 'https-redirect': 'fail', redirection: 'fail' },
  ],
  ['a temporary redirect to HTTPS', (site) => void (site.plain.status = 302), { 'https-redirect': 'warn' }],
  [
    'a first hop to another host',
    (site, base) => void (site.plain.location = () => base.replace('localhost', '127.0.0.1')),
    { 'https-redirect': 'fail', redirection: 'warn' },
  ],
  [
    'mixed content',
    (site) => void (site.body += '<img src="http://example.com/a.png" alt="">'),
    { 'mixed-content': 'fail' },
  ],
];

// CAA results depend on the local resolver.
testFaults('tls', faults, ['caa']);
