// Builds the packages for developers: types from both OpenAPI documents, ES modules, declarations, and the extension.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openApp } from '../../src/platform/open-app.ts';
import { silentLog, testConfig } from '../../test/app.ts';
import { openScratchDatabase } from '../../test/database.ts';
import { mountBoth } from '../../test/routes.ts';
import { buildExtension } from './build-extension.ts';

const run = promisify(execFile);
const sdk = 'packages/sdk';

const documents = await describe();
for (const [service, document] of Object.entries(documents)) await writeTypes(service, document);
await build({
  entryPoints: ['index', 'hop', 'oauth', 'plaza', 'webhooks'].map((name) => `${sdk}/src/${name}.ts`),
  outdir: `${sdk}/dist`,
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  format: 'esm',
  target: 'es2022',
});
await run('node_modules/@typescript/native/bin/tsc', ['-p', sdk]);

const cli = 'packages/cli';
await build({
  entryPoints: ['hop', 'plaza'].map((name) => `${cli}/src/${name}.ts`),
  outdir: `${cli}/dist`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
});
await Promise.all(['hop', 'plaza'].map((name) => chmod(`${cli}/dist/${name}.js`, 0o755)));
await run('node_modules/@typescript/native/bin/tsc', ['-p', cli]);

await buildExtension();
await run('node_modules/@typescript/native/bin/tsc', ['-p', 'packages/extension']);

/** The OpenAPI document of each service. */
async function describe(): Promise<Record<'plaza' | 'hop', string>> {
  const scratch = await openScratchDatabase('packages');
  try {
    await migrate(scratch.pool);
    const open = await openApp(testConfig(), { connectionString: scratch.url }, silentLog);
    const { plaza, hop } = await mountBoth(open.app);
    const [ofPlaza, ofHop] = await Promise.all(
      [plaza, hop].map(async ({ server }) => (await server.inject('/openapi.json')).body),
    );
    await Promise.all([plaza.server.close(), hop.server.close()]);
    await open.close();
    return { plaza: ofPlaza ?? '', hop: ofHop ?? '' };
  } finally {
    await scratch.close();
  }
}

async function writeTypes(service: string, document: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    const input = join(folder, 'openapi.json');
    await writeFile(input, document);
    await createClient({
      input,
      output: { path: join(folder, 'types') },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    });
    const types = await readFile(join(folder, 'types/types.gen.ts'), 'utf8');
    await writeFile(`${sdk}/src/${service}.gen.ts`, types);
  } finally {
    await rm(folder, { recursive: true });
  }
}
