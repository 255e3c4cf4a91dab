import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { connectionTo } from '../../../test/database.ts';
import { freePorts } from '../../../test/free-ports.ts';
import { addLink } from '../../../test/links.ts';
import { eventually } from '../../../test/peers/eventually.ts';
import { startServices } from '../../../test/services.ts';
import { projectFolder } from '../../kernel/project-folder.ts';
import { inTransaction } from '../../platform/app.ts';
import { publishLinkChange } from '../link/link.ts';

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36';

/** Stands before the other machine, to see what is passed on to it. */
async function startOther(origin: string) {
  const other = { passed: [] as string[], isAway: false, origin: '', close: () => void server.close() };
  const server = createServer((request, response) => {
    if (other.isAway) return void request.socket.destroy();
    other.passed.push(request.url ?? '');
    const { method, headers } = request;
    const upstream = ask(`${origin}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(upstream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  other.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return other;
}

test('a process for redirects only, beside one for everything', async (context) => {
  const services = await startServices({ TRUST_PROXY: '127.0.0.1' });
  const { app } = services;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const { host, port, user, database } = await connectionTo(rows[0]?.name ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'redirect-'));
  const [own = 0] = await freePorts(1);
  const other = await startOther(services.hop);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/redirect.ts'], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ROLE: 'redirect',
      REDIRECT_UPSTREAM: other.origin,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      HOP_PORT: String(own),
      HOP_URL: services.hop,
      PLAZA_URL: services.plaza,
      SECRET_KEY: app.config.secretKey.toString('hex'),
      LOG_LEVEL: 'silent',
    },
  });
  context.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    other.close();
    await services.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const follow = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${own}${path}`, {
      redirect: 'manual',
      headers: { 'user-agent': browser },
    });
    return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
  };
  await eventually(
    () =>
      follow('/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
  );
  const plain = await addLink(app, 'plain');
  const framed = await addLink(app, 'framed', { kind: 'frame' });
  await addLink(app, 'locked', { password_hash: 'x' });
  const clicksOf = async (id: string) =>
    (await app.db.selectFrom('links.click').select('id').where('link_id', '=', id).execute()).length;

  await context.test('it redirects, and counts the click', async () => {
    const { status, to } = await follow('/plain');
    assert.deepEqual([status, to], [302, 'https://example.com/plain']);
    assert.equal(
      await eventually(
        () => clicksOf(plain.id),
        (count) => count > 0,
      ),
      1,
    );
  });

  await context.test('the other one answers for a link that was never seen, in one round trip', async () => {
    const fresh = await addLink(app, 'fresh');
    assert.equal((await follow('/fresh')).to, 'https://example.com/fresh');
    assert.deepEqual(other.passed.splice(0), ['/plain', '/fresh']);
    await eventually(
      () => follow('/fresh'),
      () => other.passed.splice(0).length === 0,
    );
    assert.ok(
      (await eventually(
        () => clicksOf(fresh.id),
        (count) => count > 1,
      )) > 1,
    );
  });

  await context.test('it looks links up on its own while the other one is away', async () => {
    await addLink(app, 'lonely');
    other.isAway = true;
    assert.equal((await follow('/lonely')).to, 'https://example.com/lonely');
    assert.equal((await follow('/no-such-link')).status, 503);
    other.isAway = false;
  });

  await context.test('it follows changes at once', async () => {
    await inTransaction(app, async (app) => {
      await app.db
        .updateTable('links.link')
        .set({ url: 'https://example.com/changed' })
        .where('id', '=', plain.id)
        .execute();
      await publishLinkChange(app, { id: plain.id, domain: null, alias: 'plain' });
    });
    const changed = 'https://example.com/changed';
    assert.equal(
      (
        await eventually(
          () => follow('/plain'),
          ({ to }) => to === changed,
        )
      ).to,
      changed,
    );
  });

  await context.test('the other one renders pages, and their clicks count once', async () => {
    const { status, text } = await follow('/locked');
    assert.equal(status, 200);
    assert.match(text, /type="password"/);
    // Its destination may not be shown in a frame, which the other one finds out.
    assert.equal((await follow('/framed')).to, 'https://example.com/framed');
    assert.equal(
      await eventually(
        () => clicksOf(framed.id),
        (count) => count > 0,
      ),
      1,
    );
    assert.equal((await follow('/no-such-link')).status, 404);
    assert.match((await follow('/')).text, /<html/);
  });
});
