import { createServer } from 'node:net';

/**
 * Where this process looks for ports: below those that the kernel gives out by itself, and a hundred for each process of
 * those that run tests at the same time, so that nobody takes one between its finding and its use.
 */
let nextPort = 10_000 + (process.pid % 200) * 100;

/** Ports that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = (nextPort += 1);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
