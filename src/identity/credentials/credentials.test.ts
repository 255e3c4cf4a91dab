import assert from 'node:assert/strict';
import { addPerson } from '../../../test/world.ts';
import { signature } from '../../kernel/secrets.ts';
import { test, type TestApp } from '../../../test/app.ts';
import { createApiClient, listApiClients, revokeApiClient } from '../api-clients/api-clients.ts';
import { verifyClient } from '../api-clients/client-access.ts';

const unixTime = (app: TestApp) => Math.floor(app.clock.now().getTime() / 1000);

test('accepts a signature whose timestamp is within 300 seconds either way, inclusive', async (app) => {
  const { apiKey, apiSecret } = await createApiClient(app, 'Test', undefined);
  const sign = (timestamp: string) => ({ apiKey, timestamp, signature: signature(apiSecret, timestamp) });
  for (const offset of [-300, 0, 300]) await verifyClient(app, sign(String(unixTime(app) + offset)));
  for (const offset of [-301, 301])
    await assert.rejects(verifyClient(app, sign(String(unixTime(app) + offset))), {
      kind: 'unauthenticated',
    });
});

test('accepts upper-case hex and rejects anything else with the same error', async (app) => {
  const { apiKey, apiSecret } = await createApiClient(app, 'Test', undefined);
  const timestamp = String(unixTime(app));
  const right = { apiKey, timestamp, signature: signature(apiSecret, timestamp) };
  await verifyClient(app, { ...right, signature: right.signature.toUpperCase() });
  const wrong = [
    { ...right, apiKey: 'unknown' },
    { ...right, apiKey: undefined },
    { ...right, signature: undefined },
    { ...right, signature: signature('another secret', timestamp) },
    { ...right, timestamp: undefined },
    { ...right, timestamp: `${timestamp} ` },
    { ...right, timestamp: 'now' },
  ];
  const said = await Promise.all(
    wrong.map((each) => verifyClient(app, each).catch((error: unknown) => (error as Error).message)),
  );
  assert.equal(new Set(said).size, 1);
});

test('rejects a revoked app', async (app) => {
  const { apiKey, apiSecret } = await createApiClient(app, 'Test', undefined);
  const [client] = await listApiClients(app);
  await revokeApiClient(app, await addPerson(app, 'olga'), client?.id ?? '');
  const timestamp = String(unixTime(app));
  await assert.rejects(verifyClient(app, { apiKey, timestamp, signature: signature(apiSecret, timestamp) }));
});
