// Creates a key for an app that calls /apis/php. Usage: npm run key -- "My app"
import { createApiClient } from '../src/identity/api-clients/api-clients.ts';
import { getSettings } from './get-settings.ts';
import { readArguments, runScript, withApp } from './reach-database.ts';

const { positionals } = readArguments({ allowPositionals: true });
const [name = 'Made on the command line'] = positionals;
await runScript(() =>
  withApp(getSettings(), async (app) => {
    const { apiKey, apiSecret } = await createApiClient(app, name, undefined);
    console.log(`X-API-Key:  ${apiKey}\nAPI secret: ${apiSecret}   (shown only once)`);
  }),
);
