// Runs the subscription renewal job once in a separate process, which may be killed at any moment.
import type { DatabaseAddress } from '../../../src/platform/database/open.ts';
import { createLog } from '../../../src/platform/logging/log.ts';
import { openApp } from '../../../src/platform/open-app.ts';
import { renewDue } from '../../../src/social/memberships/renewal.ts';
import { testConfig } from '../../app.ts';

const [given = ''] = process.argv.slice(2);
const open = await openApp(
  testConfig(),
  JSON.parse(given) as DatabaseAddress,
  createLog({ LOG_LEVEL: 'silent' }),
);
await renewDue(open.app);
await open.close();
