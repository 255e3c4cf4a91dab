import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { createApiClient, createPublicClient } from '../../../src/identity/api-clients/api-clients.ts';
import { findPhp } from '../../peers/php.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';
import { joinAndPost } from './api-client-journey.ts';
import type { Ask } from './api-client-journey.ts';

const run = promisify(execFile);
const php = findPhp();

describe('Plaza’s API is used by', () => {
  let services: Services;
  before(async () => {
    services = await startServices();
  });
  after(() => services.stop());

  const askWith =
    (headersOf: () => Record<string, string>): Ask =>
    async (method, path, { token, body } = {}) => {
      const answer = await fetch(`${services.plaza}/apis/php${path}`, {
        method,
        headers: {
          ...headersOf(),
          ...(token !== undefined && { 'x-auth-token': token }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as never };
    };

  it('a phone app with a public key', async () => {
    const appId = 'org.example.phone';
    const access = { origins: [], appIds: [appId], forwardsAddresses: false };
    const { apiKey } = await createPublicClient(services.app, 'Phone', undefined, access);
    await joinAndPost(
      askWith(() => ({ 'x-api-key': apiKey, 'x-app-id': appId })),
      'phone',
    );
  });

  it('a trusted backend that signs requests and forwards its users’ addresses', async () => {
    const access = { origins: [], appIds: [], forwardsAddresses: true };
    const { apiKey, apiSecret } = await createApiClient(services.app, 'Backend', undefined, access);
    const signed = () => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', apiSecret).update(timestamp).digest('hex');
      return {
        'x-api-key': apiKey,
        'x-timestamp': timestamp,
        'x-signature': signature,
        'x-client-ip': '192.0.2.7',
      };
    };
    await joinAndPost(askWith(signed), 'backend');
    const { address } = await services.app.db
      .selectFrom('identity.session as session')
      .innerJoin('identity.account as account', 'account.id', 'session.account_id')
      .select('session.address')
      .where('account.username', '=', 'backend')
      .executeTakeFirstOrThrow();
    assert.equal(address, '192.0.2.7');
  });

  if (php === undefined)
    process.stdout.write('No PHP (install the package php-cli): the PHP client of the API is not tested.\n');
  else
    it('a PHP script without libraries', async () => {
      const { apiKey, apiSecret } = await createApiClient(services.app, 'PHP', undefined);
      const script = new URL('api-client.php', import.meta.url).pathname;
      const { stdout } = await run(php, ['-n', script, services.plaza, apiKey, apiSecret, 'elephant']);
      assert.deepEqual(JSON.parse(stdout), {
        signup: 200,
        signout: 200,
        signin: 200,
        post: 200,
        read: 'Hello from elephant',
        readByKey: 'Hello from elephant',
        wrongSecret: 401,
      });
    });
});
