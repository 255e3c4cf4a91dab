import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { loadConfig } from '../settings/config.ts';

const trusted = 'https://app.example.org';

testPlaza(
  'allows credentials for origins that the operator lists, not for others',
  async ({ plaza }) => {
    for (const [origin, allowed, credentials] of [
      [trusted, trusted, 'true'],
      ['https://elsewhere.example', '*', undefined],
      ['https://app.example.org.elsewhere.example', '*', undefined],
      ['null', '*', undefined],
    ] as const)
      for (const method of ['GET', 'OPTIONS'] as const) {
        const asked = {
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-auth-token',
        };
        const { headers } = await plaza.inject({
          method,
          url: '/apis/php/ping',
          headers: { origin, ...(method === 'OPTIONS' && asked) },
        });
        assert.equal(headers['access-control-allow-origin'], allowed);
        assert.equal(headers['access-control-allow-credentials'], credentials);
        assert.match(String(headers.vary), /origin/i);
      }
    const page = await plaza.inject({ url: '/discover', headers: { origin: trusted } });
    assert.equal(page.headers['access-control-allow-origin'], undefined);
  },
  { CORS_ORIGINS: `https://other.example.org,${trusted}` },
);

testPlaza('rejects an invalid origin at startup', () => {
  for (const text of ['*', 'app.example.org', 'https://app.example.org/', 'null'])
    assert.throws(() => loadConfig({ CORS_ORIGINS: text }), /CORS_ORIGINS/);
  return Promise.resolve();
});
