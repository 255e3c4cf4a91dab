// One database, one process that serves (ROLE=web), and two that run jobs (ROLE=jobs).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pg from 'pg';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../../../test/database.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { registerAt } from '../../../test/faults/customer.ts';
import { createFolder, startProgram } from '../../../test/faults/program.ts';

tidyUpAfterTests();

const links = 20;

test('one process serves and others run its jobs, each once', async (context) => {
  const { database, web, startJobs } = await open(context);
  const ada = await registerAt(web.hop);
  const receiver = await startReceiver(context);
  const at = (path: string) => `${web.hop}${path}`;
  const hook = { url: receiver.url, events: ['link.created'] };
  assert.equal((await ada.call('POST', at('/api/webhook/add'), hook)).status, 200);
  for (let n = 0; n < links; n += 1)
    assert.equal(
      (await ada.call('POST', at('/api/url/add'), { url: `https://example.org/${n}` })).status,
      200,
    );
  await database.allowExports();
  const { body } = await ada.call<{ archive: { id: number } }>('POST', at('/api/account/export/start'));
  assert.deepEqual(receiver.received, [], 'the process that serves runs no jobs');

  const jobs = [await startJobs(), await startJobs()];
  for (const { plaza } of jobs) {
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/metrics', '/'].map(async (path) => {
        const answer = await fetch(plaza + path);
        await answer.body?.cancel();
        return answer.status;
      }),
    );
    assert.deepEqual(statuses, [200, 200, 200, 404]);
  }
  await eventually(
    () => Promise.resolve(receiver.received.length),
    (length) => length >= links,
    300,
  );
  assert.deepEqual(
    receiver.received.toSorted((one, other) => one - other),
    Array.from({ length: links }, (_, n) => n),
  );

  const archive = await eventually(
    () =>
      fetch(at(`/api/account/export/${body.archive.id}/download`), {
        headers: { authorization: `Bearer ${ada.key}` },
      }),
    ({ status }) => status === 200,
    300,
  );
  assert.equal(archive.headers.get('content-type'), 'application/zip');
  assert.equal(
    Buffer.from(await archive.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    'PK',
  );
  const mails = await eventually(database.mailsOfExport, (count) => count > 0, 300);
  assert.equal(mails, 1);
  assert.equal(receiver.received.length, links, 'no webhook came twice');
});

/** Starts the process that serves. Uploads, and so archives, are in a folder that all processes share. */
async function open(context: TestContext) {
  const name = await cloneDatabase();
  const connection = await connectionTo(name);
  const { user, host, port } = connection;
  const shared = createFolder();
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    SECRET_KEY: 'ab'.repeat(32),
    X402_PAY_TO_BASE: `0x${'12'.repeat(20)}`,
    X402_PAY_TO_SOLANA: 'So11111111111111111111111111111111111111112',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    RATE_LIMITS: 'false',
  };
  const programs: { remove: () => Promise<void> }[] = [];
  const start = async (role: string) => {
    const folder = createFolder();
    symlinkSync(shared, join(folder, 'uploads'));
    const program = await startProgram({ ...environment, ROLE: role }, folder, { ready: role === 'web' });
    programs.push(program);
    return program;
  };
  const client = new pg.Client(connection);
  await client.connect();
  context.after(async () => {
    for (const program of programs) await program.remove();
    await client.end();
    await dropDatabase(name);
    rmSync(shared, { recursive: true });
  });
  const web = await start('web');
  return {
    web,
    startJobs: async () => {
      const program = await start('jobs');
      const isReady = () =>
        fetch(`${program.plaza}/readyz`).then(
          ({ status }) => status,
          () => 0,
        );
      await eventually(isReady, (status) => status === 200 || program.child.exitCode !== null);
      return program;
    },
    database: {
      allowExports: () =>
        client.query(`update identity.access_key set scopes = '{account:write,links:write}'`),
      mailsOfExport: async () => {
        const { rows } = await client.query<{ count: number }>(
          `select count(*)::int as count from system.outbox_mail where subject like '%download%'`,
        );
        return rows[0]?.count ?? 0;
      },
    },
  };
}

/** Receives webhooks about links, and remembers the last part of their URLs as numbers. */
async function startReceiver(context: TestContext) {
  const received: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { link: { longurl: string } } };
      received.push(Number(new URL(data.link.longurl).pathname.slice(1)));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}
