import fastify from 'fastify';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type Services, startServices } from '../../../test/services.ts';
import { closeGracefully } from './listener.ts';

let services: Services;
before(async () => {
  services = await startServices({ REQUEST_TIMEOUT: '2', HEADERS_TIMEOUT: '1' });
});
after(() => services.stop());

const open = (base: string): Socket => connect(Number(new URL(base).port), '127.0.0.1');

/** Sends a byte now and then until the server closes the connection. Returns the response. */
async function trickle(base: string, head: string): Promise<string> {
  const socket = open(base);
  socket.on('error', () => undefined);
  socket.write(head);
  const timer = setInterval(() => socket.write('a'), 100);
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
  // A byte in flight may cause a reset after the response.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return answer;
}

for (const service of ['plaza', 'hop'] as const) {
  test(`${service}: a request that arrives byte by byte ends with 408`, async () => {
    const form = 'Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n';
    const heads = ['GET /', `POST /signin HTTP/1.1\r\n${form}`, `POST /some-link HTTP/1.1\r\n${form}`];
    const answers = await Promise.all(heads.map((head) => trickle(services[service], head)));
    assert.deepEqual(
      answers.map((answer) => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1]),
      ['408', '408', '408'],
    );
  });

  test(`${service}: a request for another protocol is answered, and the connection closed`, async () => {
    const socket = open(services[service]);
    socket.write(
      'POST /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 9000\r\n\r\nabc',
    );
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1.1 40\d/);
    assert.match(answer, /\r\nconnection: close\r\n/i);
  });

  test(`${service}: an invalid gzip body does not block the next request`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, headers: Record<string, string>, body: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const { hostname, port } = new URL(services[service]);
        const length = String(Buffer.byteLength(body));
        const options = { agent, hostname, port, path, method: 'POST', timeout: 60_000 };
        const sent = request({ ...options, headers: { ...headers, 'content-length': length } }, (answer) => {
          answer.resume().on('end', () => resolve(answer));
        });
        let isAnswered = false;
        sent.on('response', () => (isAnswered = true));
        sent.on('timeout', () => sent.destroy(new Error('no answer')));
        sent.on('error', (error) => isAnswered || reject(error));
        sent.end(body);
      });
    const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const refused = await ask('/signin', gzip, 'a'.repeat(400_000));
    assert.ok((refused.statusCode ?? 0) >= 400);
    assert.equal(refused.headers.connection, 'close');
    const next = await ask('/healthz', {}, '');
    assert.equal(next.statusCode, 405);
    agent.destroy();
  });
}

/** A server whose answers wait for `answer`. */
async function startSlow() {
  const server = fastify({ return503OnClosing: false });
  const { promise, resolve: answer } = Promise.withResolvers<undefined>();
  server.get('/', async () => {
    await promise;
    return 'done';
  });
  server.get('/quick', () => 'quick');
  closeGracefully(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const dial = async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    await once(socket, 'connect');
    return socket;
  };
  return { server, answer, dial };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('stops without waiting for a preconnected socket', async () => {
  const { server, dial } = await startSlow();
  const socket = await dial();
  const ended = once(socket, 'close');
  await server.close();
  await ended;
  assert.equal(socket.bytesRead, 0);
});

test('answers requests on all connections that it has accepted, and closes them', async () => {
  const { server, answer, dial } = await startSlow();
  const [used, waiting, silent, half] = [await dial(), await dial(), await dial(), await dial()];
  used.write(get('/quick'));
  await once(used, 'data');
  waiting.write(get('/'));
  half.write('GET /quick HTT');
  const rest = [used, waiting, silent, half].map((socket) => text(socket));
  const closed = server.close();
  while (server.server.listening) await new Promise(setImmediate);
  used.write(get('/quick'));
  silent.write(get('/quick'));
  half.write('P/1.1\r\nHost: x\r\n\r\n');
  answer(undefined);
  for (const said of await Promise.all(rest)) {
    assert.match(said, /^HTTP\/1.1 200/);
    assert.match(said, /\r\nconnection: close\r\n/i);
  }
  await closed;
});

test('before it stops, it is not ready but answers, and closes connections with the answer', async () => {
  const { server, dial } = await startSlow();
  assert.equal(server.isStopping(), false);
  server.announceStop();
  assert.equal(server.isStopping(), true);
  const socket = await dial();
  socket.write(get('/quick'));
  assert.match(await text(socket), /\r\nconnection: close\r\n/i);
  await server.close();
});
