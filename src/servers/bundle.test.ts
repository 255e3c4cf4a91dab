// Tests the output of `npm start`: docs/decisions/0018-one-bundle.md.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as plainTest } from 'node:test';
import { sql } from 'kysely';
import packageJson from '../../package.json' with { type: 'json' };
import { ensureBuild, metafile, serverFile } from '../../scripts/build/ensure-build.ts';
import type { App } from '../platform/app.ts';
import { sendMail } from '../platform/mail.ts';
import { testConfig, testWithDatabase } from '../../test/app.ts';
import { connectionTo } from '../../test/database.ts';
import { freePorts } from '../../test/free-ports.ts';
import { mountBoth } from '../../test/routes.ts';
import { startFacilitator } from '../../test/paid/facilitator.ts';
import { startMailServer } from '../../test/peers/mail-server.ts';
import { spawnServer } from '../../test/faults/spawn-server.ts';

interface Output {
  bytes: number;
  entryPoint?: string;
  imports: { path: string; kind: string; external?: boolean }[];
  inputs: Record<string, unknown>;
}

async function getOutputs(): Promise<Record<string, Output>> {
  await ensureBuild();
  return (JSON.parse(readFileSync(metafile, 'utf8')) as { outputs: Record<string, Output> }).outputs;
}

/** The files loaded at startup. */
async function loadedAtStart(): Promise<Output[]> {
  const outputs = await getOutputs();
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [path.split('/').at(-1), output]));
  const loaded = new Set<Output>();
  const load = (name: string | undefined) => {
    const output = byName.get(name);
    if (!output || loaded.has(output)) return;
    loaded.add(output);
    for (const { path, kind } of output.imports)
      if (kind === 'import-statement') load(path.split('/').at(-1));
  };
  load('main.js');
  return [...loaded];
}

/** Packages that must not be loaded at startup: each takes time and memory, and few requests need it. */
const loadedWhenUsed =
  /node_modules\/(@aws-sdk|@fastify\/static|@simplewebauthn|cosmiconfig|disposable-email-domains-js|feedsmith|file-type|glob|htmlparser2|iovalkey|jsqr|nodemailer|pdfkit|sharp|undici|yaml|zod)\//;

plainTest('loads few files at startup, and no rarely used packages', async () => {
  const loaded = await loadedAtStart();
  // Some are small: chunks shared by the startup code, lazily loaded tools and the sandbox.
  assert.ok(loaded.length <= 40, `${loaded.length} files are loaded at startup`);
  const bytes = loaded.reduce((sum, output) => sum + output.bytes, 0);
  assert.ok(bytes < 7_660_000, `${bytes} bytes are loaded at startup`);
  const inputs = loaded.flatMap((output) => Object.keys(output.inputs));
  assert.ok(inputs.length > 2000, `only ${inputs.length} modules are bundled`);
  assert.deepEqual(
    inputs.filter((path) => loadedWhenUsed.test(path)),
    [],
  );
  const packages = loaded.flatMap(({ imports }) =>
    imports.filter(({ external, kind }) => external && kind === 'import-statement').map(({ path }) => path),
  );
  assert.deepEqual([...new Set(packages)], ['@node-rs/argon2']);
});

// A CommonJS package in the bundle would lose its named exports.
plainTest('excludes lazily imported packages from the bundle', async () => {
  const outputs = await getOutputs();
  const lazy = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === 'dynamic-import'),
  );
  const inside = lazy.flatMap(({ path }) => outputs[path]?.entryPoint ?? []);
  assert.ok(inside.length > 5, 'our own lazy modules are in the bundle');
  assert.deepEqual(
    inside.filter((entry) => entry.includes('node_modules')),
    [],
  );
  const names = new Set(lazy.filter(({ external }) => external).map(({ path }) => path));
  for (const name of ['iovalkey', 'nodemailer', 'undici']) assert.ok(names.has(name), name);
});

/** The URL of a database: the test's own, or another by name. */
async function addressOf(app: App, name?: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const { user, host, port, database } = await connectionTo(name ?? rows[0]!.name);
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}

testWithDatabase('serves the same from the bundle as from the sources', async ({ app }, context) => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  const [plazaPort = 0, hopPort = 0] = await freePorts(2);
  const { plazaUrl, hopUrl } = testConfig();
  const facilitator = await startFacilitator();
  const mail = await startMailServer();
  const server = await spawnServer(
    {
      DATABASE_URL: await addressOf(app),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PLAZA_PORT: String(plazaPort),
      HOP_PORT: String(hopPort),
      PLAZA_URL: plazaUrl,
      HOP_URL: hopUrl,
      LOG_LEVEL: 'error',
      OUTBOUND_ALLOW: '127.0.0.0/8',
      X402_FACILITATOR_URL: facilitator.url,
      SMTP_URL: mail.url,
    },
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(server, 'exit');
  const { plaza, hop } = await mountBoth({ ...app, config: { ...app.config, plazaUrl, hopUrl } });
  context.after(async () => {
    server.kill();
    await Promise.all([ended, plaza.server.close(), hop.server.close(), facilitator.stop(), mail.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });
  await once(server.stdout!, 'data');
  const built = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  for (const [port, source] of [
    [plazaPort, plaza],
    [hopPort, hop],
  ] as const)
    for (const path of ['/openapi.json', '/robots.txt'])
      assert.equal(await built(port, path), (await source.server.inject(path)).payload, path);
  const worker = '/service-worker.js';
  assert.equal(await built(plazaPort, worker), (await plaza.server.inject(worker)).payload);
  // Uses the lazily loaded clients for outbound requests and mail.
  await built(plazaPort, '/api/post');
  while (facilitator.supported === 0) await sleep(50);
  await sendMail(app, { to: 'ada@example.org', subject: '123456 is your code', text: 'Type it in' });
  assert.equal(await mail.readCode('ada@example.org', /is your code$/), '123456');
});

testWithDatabase('names the sources in a stack trace', async ({ app }) => {
  const [port = 0, hopPort = 0] = await freePorts(2);
  // Runs until it reports that the database does not exist.
  const server = await spawnServer(
    {
      DATABASE_URL: await addressOf(app, 'nowhere'),
      PLAZA_PORT: String(port),
      HOP_PORT: String(hopPort),
      SECRET_KEY: '5e'.repeat(32),
      LOG_LEVEL: 'debug',
    },
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [said] = await Promise.all([text(server.stderr!), once(server, 'exit')]);
  const [, file = '', line = ''] = /at async startPrimary \((src\/main\.ts):(\d+):\d+\)/.exec(said) ?? [];
  assert.ok(file, said);
  assert.match(readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? '', /await prepareDatabase\(/);
  assert.doesNotMatch(said, /build\//);
});

plainTest('runs the same in an image as with `npm start`', () => {
  const words = packageJson.scripts.start.split('exec ')[1];
  const [, command = ''] = /^CMD (\[.+\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  assert.equal((JSON.parse(command) as string[]).join(' '), words);
  assert.equal(words?.split(' ').at(-1), serverFile);
});
