// A generated client of `/openapi.json` compiles, and calls the running services.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { createAccessKey } from '../../../src/identity/access-keys.ts';
import { createPublicClient } from '../../../src/identity/api-clients/api-clients.ts';
import { addPerson } from '../../world.ts';
import { startServices } from '../../services.ts';
import type { Services } from '../../services.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** Type-checked with the client: a field or parameter that the document lacks does not compile. */
const programs = {
  plaza: `
    import { client } from './client/client.gen.ts';
    import { getPostsPostById, postAuthSignin, postAuthSignup, postPostsPost } from './client/index.ts';
    const { ORIGIN: baseUrl = '', KEY: key = '' } = process.env;
    client.setConfig({ baseUrl, headers: { 'x-api-key': key, 'x-app-id': 'org.example.generated' }, throwOnError: true });
    const password = 'a long and quiet sentence';
    await postAuthSignup({ throwOnError: true, body: { username: 'generated', email: 'generated@example.org', password,
      first_name: 'Gene', last_name: 'Rated', gender: '1', device_type: 'A' } });
    const signedIn = await postAuthSignin({ throwOnError: true, body: { username_email: 'generated', password, device_type: 'A' } });
    const session = signedIn.data.data;
    const token = 'token' in session ? session.token : '';
    const headers = { 'x-auth-token': token };
    const posted = await postPostsPost({ throwOnError: true, headers, body: { text: 'From a generated client', privacy: 'public' } });
    const post = await getPostsPostById({ throwOnError: true, headers, path: { id: posted.data.data.post_id } });
    const refused = await postPostsPost({ headers, throwOnError: false, body: { text: 'x'.repeat(1_000_000) } });
    console.log(JSON.stringify([post.data.data.text, refused.error?.status]));`,
  hop: `
    import { client } from './client/client.gen.ts';
    import { deleteUrlByIdDelete, getUrlById, getUrlByIdStatistics, getUrls, postUrlAdd } from './client/index.ts';
    const { ORIGIN: baseUrl = '', KEY: key = '' } = process.env;
    client.setConfig({ baseUrl, auth: key });
    const added = await postUrlAdd({ throwOnError: true, body: { url: 'https://example.com/page', custom: 'generated' } });
    const id = Number(added.data.id);
    const { data: link } = await getUrlById({ throwOnError: true, path: { id } });
    const { data: list } = await getUrls({ throwOnError: true, query: { limit: 5 } });
    const { data: statistics } = await getUrlByIdStatistics({ throwOnError: true, path: { id }, query: { country: 'DE', step: 'day' } });
    const refused = await postUrlAdd({ throwOnError: false, body: { url: 'nowhere' } });
    await deleteUrlByIdDelete({ throwOnError: true, path: { id } });
    const urls = 'data' in list && 'urls' in list.data ? list.data.urls : [];
    console.log(JSON.stringify([link.details.longurl, urls.length, statistics.data.clicks, refused.error?.error]));`,
};

const compilerOptions = {
  strict: true, noEmit: true, skipLibCheck: true, target: 'es2024', module: 'nodenext', lib: ['es2024', 'dom', 'dom.iterable'],
  types: ['node'], allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true,
}; // prettier-ignore

describe('A generated client', () => {
  let services: Services;
  let folder: string;
  const sizes: Partial<Record<keyof typeof programs, number>> = {};
  before(async () => {
    services = await startServices();
    await mkdir(join(repository, '.data'), { recursive: true });
    folder = await mkdtemp(join(repository, '.data', 'generated-client-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    await generate('plaza');
    await generate('hop');
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await services.stop();
  });

  async function generate(service: keyof typeof programs): Promise<void> {
    const input = `${services[service]}/openapi.json`;
    sizes[service] = (await (await fetch(input)).arrayBuffer()).byteLength;
    await createClient({
      input,
      output: { path: join(folder, service, 'client'), module: { extension: '.ts' } },
      logs: { level: 'silent', file: false },
    });
    await writeFile(join(folder, service, 'program.ts'), programs[service]);
  }

  /** Runs the program of a service. Returns what it prints. */
  async function use(service: keyof typeof programs, key: string): Promise<unknown> {
    const { stdout } = await run(process.execPath, [join(folder, service, 'program.ts')], {
      env: { ...process.env, ORIGIN: services[service], KEY: key },
    });
    return JSON.parse(stdout);
  }

  it('of each service type-checks with its program', async (context) => {
    context.diagnostic(`bytes of openapi.json: ${JSON.stringify(sizes)}`);
    const { stdout, stderr } = await run(
      process.execPath,
      [join(repository, 'node_modules/@typescript/native/bin/tsc'), '-p', folder],
      { cwd: repository },
    ).catch((error: unknown) => error as { stdout: string; stderr: string });
    assert.equal(stdout + stderr, '');
  });

  it('of Plaza signs up, signs in, posts, reads, and handles an error', async () => {
    const access = { origins: [], appIds: ['org.example.generated'], forwardsAddresses: false };
    const { apiKey } = await createPublicClient(services.app, 'Generated', undefined, access);
    assert.deepEqual(await use('plaza', apiKey), ['From a generated client', 'error']);
  });

  it('of Hop adds, reads, lists, counts and deletes a link, and handles an error', async () => {
    const { id } = await addPerson(services.app, 'generator');
    const answers = await use('hop', await createAccessKey(services.app, id));
    assert.deepEqual(answers, ['https://example.com/page', 1, 0, 1]);
  });
});
