// Migrates the database to the latest version without starting the services.
import { createLog } from '../src/platform/logging/log.ts';
import { getSettings } from './get-settings.ts';
import { connectToDatabase, prepareForScript, runScript } from './reach-database.ts';

await runScript(async () => {
  const config = getSettings();
  const log = createLog({ LOG_LEVEL: 'info' });
  const reached = await connectToDatabase(config, log);
  try {
    await prepareForScript(config, reached, log);
  } finally {
    await reached.leave();
  }
});
