import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks that is never away. */
export interface Receiver {
  url: string;
  /** When the event of a link first arrived, by what follows the host in its URL. */
  arrived: Map<string, number>;
}

interface Received {
  data: { link: { longurl: string } };
}

export async function startReceiver(host: string): Promise<Receiver> {
  const arrived = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { data } = JSON.parse(body) as Received;
      const name = new URL(data.link.longurl).pathname.slice(1);
      if (!arrived.has(name)) arrived.set(name, performance.now());
      response.end();
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/`, arrived };
}
