// The same calls in every runtime that is installed: the Node of this process, other versions of Node, Bun, Deno, workers.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { startServices, type Services } from '../services.ts';
import { expected } from './calls.mjs';
import { addCaller, type Caller } from './caller.ts';
import { installPackage } from './install-package.ts';

const run = promisify(execFile);

const program = `
import process from 'node:process';
import * as sdk from '@plaza/sdk';
import { callBoth } from './calls.mjs';
console.log(JSON.stringify(await callBoth(sdk, JSON.parse(process.env.CALLER))));
`;

const worker = `
import * as sdk from '@plaza/sdk';
import { callBoth } from './calls.mjs';
export default { fetch: async (request) => Response.json(await callBoth(sdk, await request.json())) };
`;

interface Runtime {
  name: string;
  file: string;
  /** Before the program. */
  words: string[];
}

describe('the packages in every runtime', () => {
  let services: Services;
  let caller: Omit<Caller, 'name'>;
  const installed = new Map<'sdk' | 'cli', Awaited<ReturnType<typeof installPackage>>>();
  const folderOf = (name: 'sdk' | 'cli') => installed.get(name)?.folder ?? '';
  before(async () => {
    services = await startServices({ HOP_RATE_LIMIT: '1000' });
    for (const name of ['sdk', 'cli'] as const) installed.set(name, await installPackage(name));
    caller = await addCaller(services);
    await copyFile(join(import.meta.dirname, 'calls.mjs'), join(folderOf('sdk'), 'calls.mjs'));
    await writeFile(join(folderOf('sdk'), 'program.mjs'), program);
    await writeFile(join(folderOf('sdk'), 'worker.mjs'), worker);
  });
  after(async () => {
    for (const each of installed.values()) await each.remove();
    await services.stop();
  });

  it('calls both services from Node, and from Bun and Deno where they are installed', async (context) => {
    const runtimes = await findRuntimes();
    assert.ok(runtimes.length > 0);
    for (const { name, file, words } of runtimes) {
      const cwd = folderOf('sdk');
      const env = { ...process.env, CALLER: JSON.stringify({ ...caller, name }) };
      const { stdout } = await run(file, [...words, join(cwd, 'program.mjs')], { cwd, env });
      assert.deepEqual(JSON.parse(stdout), expected(name), name);
      context.diagnostic(name);
    }
  });

  it('runs the programs of the command line in all of them', async () => {
    for (const { name, file, words } of await findRuntimes()) {
      const cwd = folderOf('cli');
      const hop = (...line: string[]) =>
        run(file, [...words, join(cwd, 'node_modules/@plaza/cli/dist/hop.js'), ...line], {
          cwd,
          env: { ...process.env, XDG_CONFIG_HOME: cwd, HOP_URL: services.hop, HOP_KEY: caller.key },
        });
      const alias = `cli-${name}`;
      const { stdout } = await hop('shorten', 'https://example.com/cli', '--alias', alias);
      assert.equal(stdout, `${services.hop}/${alias}\n`, name);
      assert.match((await hop('list', '--json')).stdout, new RegExp(`"alias":"${alias}"|/${alias}"`), name);
    }
  });

  it('calls both services from a worker, where miniflare is installed', async (context) => {
    const folder = process.env.MINIFLARE;
    if (!folder) return context.diagnostic('MINIFLARE does not name its folder');
    const { outputFiles } = await build({
      entryPoints: [join(folderOf('sdk'), 'worker.mjs')],
      ...{ bundle: true, format: 'esm', write: false },
    });
    const script = outputFiles[0]?.text ?? '';
    const { Miniflare } = (await import(pathToFileURL(join(folder, 'dist/src/index.js')).href)) as {
      Miniflare: new (options: object) => {
        dispatchFetch(url: string, request: object): Promise<Response>;
        dispose(): Promise<void>;
      };
    };
    const miniflare = new Miniflare({ modules: true, script, compatibilityDate: '2025-01-01' });
    const body = JSON.stringify({ ...caller, name: 'worker' });
    const answer = await miniflare.dispatchFetch('http://worker.example/', { method: 'POST', body });
    const text = await answer.text();
    await miniflare.dispose();
    assert.equal(answer.status, 200, text);
    assert.deepEqual(JSON.parse(text), expected('worker'));
  });
});

/** Each version of Node from 20 on that is in a folder of `PATH`, and Bun and Deno. */
async function findRuntimes(): Promise<Runtime[]> {
  const found = new Map<string, Runtime>();
  for (const folder of [...new Set((process.env.PATH ?? '').split(delimiter))])
    for (const [program, words] of [
      ['node', []],
      ['bun', []],
      ['deno', ['run', '--allow-all']],
    ] as const) {
      const file = join(folder, program);
      const answer = await run(file, ['--version']).catch(() => undefined);
      const version = /(\d+)\.\d+\.\d+/.exec(answer?.stdout ?? '')?.[1];
      if (version === undefined || (program === 'node' && Number(version) < 20)) continue;
      const name = `${program}${version}`;
      found.set(name, { name, file, words: [...words] });
    }
  return [...found.values()];
}
