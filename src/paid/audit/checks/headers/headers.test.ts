import { header, testFaults, type Fault } from '../../../../../test/audit/audit-site.ts';

const faults: readonly Fault[] = [
  ['a page served over HTTP', (site) => void (site.plain.status = 200), { redirection: 'fail' }],
  ['no policy', header('content-security-policy'), { 'content-security-policy': 'fail' }],
  [
    'an unsafe policy',
    header('content-security-policy', "default-src 'self' 'unsafe-inline'"),
    { 'content-security-policy': 'fail' },
  ],
  [
    'eval',
    header('content-security-policy', "default-src 'self'; script-src 'self' 'unsafe-eval'"),
    { 'content-security-policy': 'warn' },
  ],
  [
    'a page that allows framing',
    (site) => {
      header('content-security-policy', "default-src 'none'")(site);
      header('x-frame-options')(site);
    },
    { 'x-frame-options': 'fail' },
  ],
  ['no HSTS', header('strict-transport-security'), { 'strict-transport-security': 'fail' }],
  [
    'a short HSTS max-age',
    header('strict-transport-security', 'max-age=600'),
    { 'strict-transport-security': 'warn' },
  ],
  [
    'a reflected origin',
    (site) =>
      void (site.asked.foreign = {
        'access-control-allow-origin': 'https://audit.invalid',
        'access-control-allow-credentials': 'true',
      }),
    { cors: 'fail' },
  ],
  ['a session cookie without HttpOnly', header('set-cookie', 'session=1; Secure'), { cookies: 'fail' }],
  ['a cookie without Secure', header('set-cookie', 'theme=1; SameSite=Lax'), { cookies: 'warn' }],
  [
    'an invalid SameSite value',
    header('set-cookie', 'theme=1; Secure; SameSite=Always'),
    { cookies: 'fail' },
  ],
  ['no nosniff', header('x-content-type-options'), { 'x-content-type-options': 'fail' }],
  ['an unsafe referrer policy', header('referrer-policy', 'unsafe-url'), { 'referrer-policy': 'fail' }],
  [
    'an unknown resource policy',
    header('cross-origin-resource-policy', 'mine'),
    { 'resource-policy': 'fail' },
  ],
  [
    'a third-party script',
    (site) => void (site.body += '<script src="https://cdn.example/a.js"></script>'),
    { 'subresource-integrity': 'warn' },
  ],
  [
    'a third-party script over HTTP',
    (site) => void (site.body += '<script src="http://cdn.example/a.js"></script>'),
    { 'subresource-integrity': 'fail', 'mixed-content': 'fail' },
  ],
  [
    'no permissions or opener policy',
    (site) => {
      header('permissions-policy')(site);
      header('cross-origin-opener-policy')(site);
    },
    { 'permissions-policy': 'warn', 'opener-policy': 'warn' },
  ],
  [
    'no security.txt',
    (site) => void (site.files['/.well-known/security.txt'] = undefined),
    { 'security-txt': 'warn' },
  ],
  ['a server version in a header', header('server', 'nginx/1.18.0'), { 'version-leak': 'warn' }],
];

testFaults('headers', faults);
