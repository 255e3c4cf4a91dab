import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import type { RequestListener } from 'node:http';
import { before, test } from 'node:test';
import { runAudit } from '../../src/paid/audit/run-audit.ts';
import { freePorts } from '../free-ports.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { addPerson } from '../world.ts';
import { startServices } from '../services.ts';
import { createCertificate, trustTestAuthority } from './certificates.ts';
import { startTlsFront } from './tls-front.ts';

before(trustTestAuthority);

/** Acts as a reverse proxy: TLS, HTTP/2, HTTP/3 on another port, and the redirect from HTTP. */
const forward =
  (port: string): RequestListener =>
  (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
    );
    const host = request.headers[':authority'] ?? headers.host;
    const options = { port, host: '127.0.0.1', path: request.url, method: request.method };
    const behind = ask(
      { ...options, headers: { ...headers, host, 'x-forwarded-proto': 'https' } as never },
      (answer) => {
        const own = ['connection', 'transfer-encoding', 'keep-alive'];
        const sent = Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !own.includes(name)),
        );
        response.writeHead(answer.statusCode ?? 500, { ...sent, 'alt-svc': 'h3=":443"; ma=86400' });
        answer.pipe(response);
      },
    );
    request.pipe(behind);
  };

test('both services score at least 95 and A+', async (context) => {
  const [plaza = 0, hop = 0] = await freePorts(2);
  const services = await startServices({
    PLAZA_URL: `https://localhost:${plaza}`,
    HOP_URL: `https://localhost:${hop}`,
    TRUST_PROXY: '127.0.0.1',
  });
  context.after(() => services.stop());
  const { app } = services;
  const ada = await addPerson(app, 'ada');
  await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [] });
  const tls = { ...(await createCertificate()), minVersion: 'TLSv1.2' as const };
  for (const [port, behind] of [
    [plaza, app.config.PLAZA_PORT],
    [hop, app.config.HOP_PORT],
  ] as const) {
    const toHttps: RequestListener = (request, response) =>
      response.writeHead(308, { location: `https://localhost:${port}${request.url ?? ''}` }).end();
    const front = await startTlsFront(forward(String(behind)), toHttps, tls, { port });
    context.after(() => front.close());
    const { score, grade, checks } = await runAudit(app, 'test', new URL(front.url));
    const lost = checks.filter(
      ({ status, weight }) => weight > 0 && (status === 'fail' || status === 'warn'),
    );
    // A busy machine responds late, which is not a fault of the services.
    const served = lost.filter(({ id }) => id !== 'first-byte');
    assert.deepEqual(
      served.map(({ id, evidence }) => `${id}: ${evidence}`),
      [],
    );
    assert.ok(score >= 95, `${score}`);
    if (lost.length === 0) assert.equal(grade, 'A+');
  }
});
