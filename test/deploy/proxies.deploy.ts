// Runs each proxy of `deploy/` in front of the program, and the unit of systemd through its checks. Needs nginx,
// Caddy, HAProxy, Prometheus and systemd from the system's packages: npm run check:deploy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { tidyUpAfterTests } from '../database.ts';
import { type Program, startProgram } from '../faults/program.ts';
import { isInstalled, proxies, type RunningProxy, startProxy } from './proxies.ts';

tidyUpAfterTests();

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

const host = 'plaza.example.org';

for (const name of Object.keys(proxies))
  describe(`behind ${name}`, () => {
    let program: Program;
    let proxy: RunningProxy;
    let cookie = '';
    before(async () => {
      assert.ok(isInstalled(name), `${name} is not installed`);
      program = await startProgram({
        PLAZA_URL: `https://${host}`,
        HOP_URL: 'https://hop.example.org',
        TRUST_PROXY: '127.0.0.1',
        HOST: '127.0.0.1',
      });
      const portOf = (url: string) => Number(new URL(url).port);
      proxy = await startProxy(name, { plaza: portOf(program.plaza), hop: portOf(program.hop) });
    });
    after(async () => {
      await proxy.stop();
      await program.remove();
    });

    const open = (
      path: string,
      {
        method = 'GET',
        body,
        headers = {},
        to = host,
      }: Partial<{ method: string; body: string | Buffer; headers: Record<string, string>; to: string }> = {},
    ) => {
      const sent = request({
        host: '127.0.0.1',
        port: proxy.https,
        servername: to,
        rejectUnauthorized: false,
        path,
        method,
        headers: { host: to, accept: 'text/html', ...(cookie && { cookie }), ...headers },
      });
      sent.end(body);
      return new Promise<IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject);
        sent.on('upgrade', (response, socket) => {
          socket.destroy();
          resolve(response);
        });
      });
    };
    const ask = async (...of: Parameters<typeof open>): Promise<Answer> => {
      const response = await open(...of);
      let text = '';
      for await (const chunk of response) text += String(chunk);
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    };

    it('redirects to HTTPS', async () => {
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        httpRequest({ host: '127.0.0.1', port: proxy.http, path: '/a?b=1', headers: { host } }, resolve)
          .on('error', reject)
          .end(),
      );
      response.resume();
      assert.equal(response.statusCode, 308);
      assert.match(response.headers.location ?? '', /^https:\/\/plaza\.example\.org(:\d+)?\/a\?b=1$/);
    });

    it('serves Plaza, and Hop for its own and custom domains', async () => {
      assert.match((await ask('/')).text, /data-service="plaza"/);
      assert.match((await ask('/', { to: 'hop.example.org' })).text, /data-service="hop"/);
      const custom = await ask('/nothing-here', { to: 'links.customer.example' });
      assert.equal(custom.status, 404);
      assert.match(custom.text, /data-service="hop"/);
    });

    it('keeps people signed in, by cookies for HTTPS', async () => {
      const fields = {
        name: 'Ada Test',
        username: 'ada',
        email: 'ada@example.org',
        password: 'correct horse battery',
      };
      const answer = await ask('/signup', {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${host}` },
      });
      assert.equal(answer.status, 303, answer.text);
      const set = answer.headers['set-cookie'] ?? [];
      assert.ok(
        set.every((each) => each.includes('; Secure')),
        set.join('\n'),
      );
      cookie = set.map((each) => each.split(';')[0]).join('; ');
      assert.match((await ask('/settings/profile')).text, /Ada/);
    });

    it('passes the address of the client, whatever the client says', async () => {
      // Metrics are for private addresses, and the client of this test has one.
      const spoofed = { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6' };
      assert.equal((await ask('/metrics', { headers: spoofed })).status, 200);
    });

    it('passes large uploads', async () => {
      const boundary = 'x';
      const body = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
        ),
        Buffer.alloc(15 * 1024 * 1024, 1),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const { status, text } = await ask('/settings/pictures', {
        method: 'POST',
        body,
        headers: {
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': String(body.length),
          origin: `https://${host}`,
        },
      });
      // It is no picture, which the service says on its own page.
      assert.equal(status, 422, text.slice(0, 300));
      assert.match(text, /data-service="plaza"/);
    });

    it('passes live events as they come, and sockets', async () => {
      const stream = await open('/live', { headers: { accept: 'text/event-stream' } });
      assert.equal(stream.statusCode, 200);
      for await (const chunk of stream) {
        assert.ok(String(chunk).length > 0);
        break;
      }
      stream.destroy();
      const socket = await open('/socket.io/?EIO=4&transport=websocket', {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          origin: `https://${host}`,
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'),
        },
      });
      assert.equal(socket.statusCode, 101);
    });
  });

test('the unit of systemd is valid and well confined', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  const file = join(folder, 'plaza.service');
  // The unit names an account and files that only an installation has.
  const text = readFileSync('deploy/plaza.service', 'utf8')
    .replace('/opt/plaza/node_modules/.bin/node', '/bin/true')
    .replaceAll(/^(User|Group)=.*/gm, '$1=root')
    .replaceAll('/opt/plaza', folder);
  writeFileSync(file, text);
  const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  assert.equal(verified.status, 0, verified.stderr);
  // 10 is the worst exposure times ten, 0 the best.
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', file], {
    encoding: 'utf8',
  });
  assert.equal(rated.status, 0, rated.stdout.slice(-500));
});

test('the rules of Prometheus are valid', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', 'deploy/alerts.yaml'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});
