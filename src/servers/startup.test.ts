import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createFolder } from '../../test/faults/program.ts';
import { spawnServer } from '../../test/faults/spawn-server.ts';
import { freePorts } from '../../test/free-ports.ts';
import { requireFreePorts } from './startup.ts';

async function occupy(): Promise<{ port: number; free: () => Promise<unknown> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, free: () => new Promise((resolve) => server.close(resolve)) };
}

test('accepts free ports, and 0 as any port', async () => {
  const [free = 0] = await freePorts(1);
  await requireFreePorts({ HOST: '127.0.0.1', PLAZA_PORT: free, HOP_PORT: 0 });
});

test('names the setting of a port in use', async (context) => {
  const { port, free } = await occupy();
  context.after(free);
  await assert.rejects(requireFreePorts({ HOST: '127.0.0.1', PLAZA_PORT: 0, HOP_PORT: port }), {
    message: new RegExp(`^Port ${port} \\(HOP_PORT\\) is already in use\\.`),
  });
});

test('rejects a host of another machine in one sentence', async () => {
  await assert.rejects(requireFreePorts({ HOST: '192.0.2.1', PLAZA_PORT: 39_999, HOP_PORT: 0 }), {
    message: /^Cannot listen on HOST=192\.0\.2\.1/,
  });
});

test('reports a port in use before touching the database', async (context) => {
  const { port, free } = await occupy();
  const folder = createFolder();
  context.after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await free();
  });
  const [hopPort = 0] = await freePorts(1);
  const child = await spawnServer(
    { HOST: '127.0.0.1', DATA_DIR: folder, PLAZA_PORT: String(port), HOP_PORT: String(hopPort) },
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [said] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  assert.match(said, new RegExp(`^Port ${port} \\(PLAZA_PORT\\) is already in use\\. [^\\n]*\\n$`));
  assert.equal(child.exitCode, 1);
  assert.equal(existsSync(`${folder}/postgres`), false);
});
