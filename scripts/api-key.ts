// Creates a key for an app that calls /apis/php. Usage: npm run key -- "My app"
import { createApiClient } from '../src/identity/api-clients/api-clients.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { connectToDatabase } from './reach-database.ts';
import { getSettings } from './get-settings.ts';

const name = process.argv[2] ?? 'Made on the command line';
const config = getSettings();
const log = createLog(config);
const database = await connectToDatabase(config, log);
try {
  await prepareDatabase(database.connection, log);
  const open = await openApp(config, database.connection, log);
  const { apiKey, apiSecret } = await createApiClient(open.app, name, undefined);
  console.log(`X-API-Key:  ${apiKey}\nAPI secret: ${apiSecret}   (shown only once)`);
  await open.close();
} finally {
  await database.leave();
}
