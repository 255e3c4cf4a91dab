// Migrates the database to the latest version without starting the services.
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { connectToDatabase } from './reach-database.ts';
import { getSettings } from './get-settings.ts';

const config = getSettings();
const log = createLog({ LOG_LEVEL: 'info' });
const database = await connectToDatabase(config, log);
try {
  await prepareDatabase(database.connection, log);
} finally {
  await database.leave();
}
