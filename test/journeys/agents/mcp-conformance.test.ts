// Runs the conformance suite of the Model Context Protocol: the scenarios that need no fixture tools.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request as forward, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { projectFolder } from '../../../src/kernel/project-folder.ts';
import { startServices, type Services } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { connectApp } from '../../peers/oauth-app.ts';
import { openPlaza } from '../../ask-plaza.ts';

const scenarios = {
  plaza: [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  hop: ['server-initialize', 'ping', 'tools-list', 'prompts-list', 'dns-rebinding-protection'],
} as const;

/** The suite sends no token, so a proxy adds it. Other hosts and origins stay as sent. */
async function withToken(target: string, token: string): Promise<{ server: Server; url: string }> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    // What is addressed to the proxy is addressed to the service.
    const own = new RegExp(
      `^(http://)?(127\\.0\\.0\\.1|localhost):${(server.address() as AddressInfo).port}$`,
    );
    if (own.test(headers.host ?? '')) headers.host = `${hostname}:${port}`;
    if (own.test(headers.origin ?? '')) headers.origin = target;
    const sent = forward(
      { hostname, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

describe('the conformance suite of the Model Context Protocol', () => {
  let services: Services;
  let folder: string;
  let token: string;
  const proxies: Partial<Record<'plaza' | 'hop', { server: Server; url: string }>> = {};

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    const ada = await addPerson(services.app, 'ada');
    const plaza = await openPlaza(services.app as never);
    const scope = 'profile read write messages tools links:read links:write';
    token = String((await connectApp(plaza, ada, scope)).tokens.access_token);
    await plaza.close();
    for (const service of ['plaza', 'hop'] as const)
      proxies[service] = await withToken(services[service], token);
  });
  after(async () => {
    for (const proxy of Object.values(proxies)) {
      proxy.server.closeAllConnections();
      proxy.server.close();
    }
    await services.stop();
    await rm(folder, { recursive: true });
  });

  for (const [service, names] of Object.entries(scenarios))
    for (const name of names)
      it(`${name} passes at ${service}`, async () => {
        const program = join(projectFolder, 'node_modules/.bin/conformance');
        const url = proxies[service as 'plaza' | 'hop']?.url ?? '';
        const given = ['server', '--url', url, '--scenario', name, '-o', folder];
        const { stdout } = await promisify(execFile)(process.execPath, [program, ...given]);
        assert.match(stdout, /Passed: [1-9]\d*\/\d+, 0 failed/, stdout);
      });
});
