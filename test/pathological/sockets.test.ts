// Sends frames to sockets that are small to send and large to open, or not valid.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { startServices, type Services } from '../services.ts';

/** A masked frame of a client. */
function frame(head: number, payload: Buffer, length = payload.length): Buffer {
  const size = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  size[0] = head;
  size[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (size.length === 4) size.writeUInt16BE(length, 2);
  if (size.length === 10) size.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([size, Buffer.alloc(4), payload]);
}

const [text, compressed, fragment, next, ping] = [0x81, 0xc1, 0x01, 0x00, 0x89];
const bomb = deflateRawSync(Buffer.alloc(50_000_000, 'a'));

const hostile: Readonly<Record<string, Buffer>> = {
  'a compressed message': frame(compressed, bomb.subarray(0, 60_000)),
  'a message that claims a gigabyte': frame(text, Buffer.alloc(10), 2 ** 30),
  'a message that claims more than numbers hold': frame(text, Buffer.alloc(10), 2 ** 53 + 2),
  'a message of 100 kB': frame(text, Buffer.alloc(100_000, 'a')),
  'a message in 2,000 fragments': Buffer.concat([
    frame(fragment, Buffer.from('4')),
    ...Array.from({ length: 2000 }, () => frame(next, Buffer.alloc(100, 'a'))),
  ]),
  'a control frame of 1 kB': frame(ping, Buffer.alloc(1000)),
  'an unknown kind of frame': frame(0x8b, Buffer.alloc(1)),
  'a text that is not UTF-8': frame(text, Buffer.from([0xff, 0xfe])),
};

describe('sockets', () => {
  let services: Services;
  before(async () => (services = await startServices({ RATE_LIMITS: 'false' })));
  after(() => services.stop());

  /** Opens a socket that offers compression. Returns the head of the response. */
  async function open(): Promise<{ socket: Socket; head: string }> {
    const { hostname, port, host } = new URL(services.plaza);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    return { socket, head: head.toString('latin1') };
  }

  it('do not agree to compression', async () => {
    const { socket, head } = await open();
    assert.match(head, /^HTTP\/1\.1 101 /);
    assert.doesNotMatch(head, /permessage-deflate/i);
    socket.destroy();
  });

  for (const [what, sent] of Object.entries(hostile))
    it(`are closed by ${what}`, async () => {
      const { socket } = await open();
      socket.resume();
      socket.write(sent);
      await once(socket, 'close');
    });
});
