import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Socket as TcpSocket } from 'node:net';
import { attach, type Socket } from 'engine.io';
import { test, type TestApp } from '../../../../test/app.ts';
import { openSocketLimits } from './socket-limits.ts';

/** A server of connections that are limited, and a client that connects over WebSocket. */
async function openServer(app: TestApp) {
  const http = createServer();
  const engine = attach(http, {});
  const limits = openSocketLimits(app);
  engine.on('connection', (connection: Socket) => {
    limits.watch(connection);
    limits.accept(connection);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const clients: TcpSocket[] = [];
  return {
    open: async (): Promise<{ client: TcpSocket; connection: Socket }> => {
      const connected = once(engine, 'connection');
      const client = connect((http.address() as AddressInfo).port, '127.0.0.1');
      clients.push(client);
      client.write(
        'GET /engine.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: plaza.test\r\nConnection: Upgrade\r\n' +
          'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      const [connection] = (await connected) as [Socket];
      return { client, connection };
    },
    close: async () => {
      for (const client of clients) client.destroy();
      engine.close();
      http.close();
      await once(http, 'close');
    },
  };
}

/** More than what the two sides of a connection buffer in the kernel. */
const [size, count] = [256 * 1024, 200];
const part = 'x'.repeat(size);

test('disconnects a client that does not read, before much is waiting for it', async (app) => {
  const { open, close } = await openServer(app);
  try {
    const { client, connection } = await open();
    client.pause();
    let [largest, waiting] = [0, 0];
    connection.on('packetCreate', ({ data }: { data?: string }) => {
      waiting += data?.length ?? 0;
      largest = Math.max(largest, waiting);
    });
    connection.on('flush', () => (waiting = 0));
    for (let sent = 0; sent < count && connection.readyState === 'open'; sent += 1) {
      connection.send(part);
      await new Promise(setImmediate);
    }
    assert.notEqual(connection.readyState, 'open');
    assert.ok(largest <= 1024 * 1024 + 2 * size, `${largest} characters were waiting`);
  } finally {
    await close();
  }
});

test('sends any amount to a client that reads', async (app) => {
  const { open, close } = await openServer(app);
  try {
    const { client, connection } = await open();
    let received = 0;
    client.on('data', (data: Buffer) => (received += data.length));
    for (let sent = 0; sent < count; sent += 1) {
      const drained = once(connection, 'drain');
      connection.send(part);
      await drained;
    }
    while (received < size * count) await once(client, 'data');
    assert.equal(connection.readyState, 'open');
  } finally {
    await close();
  }
});
