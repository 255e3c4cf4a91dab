// Checks that the wallet ledger balances. Usage: npm run ledger. Exits with 1 if it does not.
import { checkLedger } from '../src/social/wallet/balances.ts';
import { getSettings } from './get-settings.ts';
import { runScript, withApp } from './reach-database.ts';

await runScript(() =>
  withApp(getSettings(), async (app) => {
    const { accounts, transfers, mistakes } = await checkLedger(app);
    for (const { where, message } of mistakes) console.log(`${where} ${message}`);
    console.log(
      `${transfers} transfers between ${accounts} accounts ${mistakes.length === 0 ? 'add up' : 'do not add up'}`,
    );
    process.exitCode = mistakes.length === 0 ? 0 : 1;
  }),
);
