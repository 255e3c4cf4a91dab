import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { closeGracefully } from './shutdown.ts';

test('stops without waiting for a preconnected socket', async () => {
  const server = fastify();
  closeGracefully(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  await server.close();
  await ended;
  assert.equal(socket.bytesRead, 0);
});
