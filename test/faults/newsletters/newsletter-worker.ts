import type { DatabaseAddress } from '../../../src/platform/database/open.ts';
import { systemJobs } from '../../../src/platform/jobs/system-jobs.ts';
import { runJobs } from '../../../src/platform/jobs/jobs.ts';
import { openMail } from '../../../src/platform/mail/transport.ts';
import { openApp } from '../../../src/platform/open-app.ts';
import { issueJobs } from '../../../src/social/newsletters/sending.ts';
import { silentLog, testConfig } from '../../app.ts';

const [connection = '', url = ''] = process.argv.slice(2);
const config = { ...testConfig(), SMTP_URL: url, mailFrom: 'Plaza <no-reply@plaza.test>' };
const open = await openApp(config, JSON.parse(connection) as DatabaseAddress, silentLog);
const { app, database } = open;
const mailing = { ...app, mail: openMail(config, app.db, app.clock) };
await runJobs(mailing, [...systemJobs, ...issueJobs], database.pool);
await open.close();
process.exit(0);
