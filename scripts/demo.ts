// Fills both services with demo people, posts, links and clicks. Usage: npm run demo. The services may be
// running. A second run changes nothing.
import { Problem } from '../src/kernel/problem.ts';
import { newToken } from '../src/kernel/secrets.ts';
import type { App } from '../src/platform/app.ts';
import type { Config } from '../src/platform/settings/config.ts';
import { castExists } from './demo/cast.ts';
import { seedDemo } from './demo/fill.ts';
import { getSettings } from './get-settings.ts';
import { runScript, withApp } from './reach-database.ts';

await runScript(() =>
  // Demo accounts register even if registration is closed.
  withApp({ ...getSettings(), REGISTRATION: 'open', LOG_LEVEL: 'error' }, async (app) => {
    try {
      if (await castExists(app)) console.log('The demo data already exists; nothing was changed.');
      else await run(app);
    } catch (error) {
      // Such as a person who has the username of a demo account.
      if (!(error instanceof Problem)) throw error;
      console.error(`The demo data could not be added; nothing was changed. ${error.message}`);
      process.exitCode = 1;
    }
  }),
);

async function run(app: App): Promise<void> {
  console.log('Creating demo data in both services; this takes about 30 seconds …');
  const began = Date.now();
  const password = passwordFor(app.config);
  const { people, posts, links, clicks } = await seedDemo(app, password, (done) => console.log(`  ${done}`));
  console.log(`
  ${people} people, ${posts} posts, ${links} links and ${clicks} clicks, in ${Math.round((Date.now() - began) / 1000)} s.

  Sign in as ada, austen, twain or anyone else in the demo, with the password  ${password}

  Plaza  ${app.config.plazaUrl}/signin
  Hop    ${app.config.hopUrl}/signin
${await sayWhoOperates(app)}`);
}

/** A well-known password on a local machine, and a random one on a server that others can reach. */
function passwordFor({ plazaUrl }: Config): string {
  const isHere = /^(localhost|127\.|\[::1\])/.test(new URL(plazaUrl).hostname);
  return isHere ? 'plaza-demo' : newToken().slice(0, 16);
}

async function sayWhoOperates({ db, config }: App): Promise<string> {
  const operator = await db
    .selectFrom('identity.account')
    .select('username')
    .where('role', '=', 'operator')
    .orderBy('id')
    .executeTakeFirst();
  return operator
    ? `  The operator is ${operator.username}.\n`
    : `  The first person who signs up at ${config.plazaUrl}/signup becomes the operator.\n`;
}
