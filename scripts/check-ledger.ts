// Checks that the wallet ledger balances. Usage: npm run ledger. Exits with 1 if it does not.
import { createLog } from '../src/platform/logging/log.ts';
import { openApp } from '../src/platform/open-app.ts';
import { checkLedger } from '../src/social/wallet/balances.ts';
import { connectToDatabase } from './reach-database.ts';
import { getSettings } from './get-settings.ts';

const config = getSettings();
const log = createLog(config);
const database = await connectToDatabase(config, log);
try {
  const open = await openApp(config, database.connection, log);
  const { accounts, transfers, mistakes } = await checkLedger(open.app);
  for (const { where, message } of mistakes) console.log(`${where} ${message}`);
  console.log(
    `${transfers} transfers between ${accounts} accounts ${mistakes.length === 0 ? 'add up' : 'do not add up'}`,
  );
  process.exitCode = mistakes.length === 0 ? 0 : 1;
  await open.close();
} finally {
  await database.leave();
}
