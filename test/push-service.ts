import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';

/** Starts a fake push service that records messages, and responds with the status at the end of the path. */
export async function startPushService() {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(Number(request.url?.slice(-3))).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => server.close(),
  };
}

/** Creates the keys of a browser's push subscription. */
export function createBrowser() {
  const privateKey = createECDH('prime256v1');
  privateKey.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return { privateKey, keys: { p256dh: privateKey.getPublicKey().toString('base64url'), auth } };
}

/** Decrypts a message to this browser. Returns undefined if it cannot be decrypted. */
export function readAs(
  { privateKey, keys }: ReturnType<typeof createBrowser>,
  body: Buffer,
): string | undefined {
  try {
    return decrypt(body, { version: 'aes128gcm', privateKey, authSecret: keys.auth }).toString();
  } catch {
    return undefined;
  }
}
