import { createServer } from 'node:net';

/**
 * The first port for this process: below the kernel's ephemeral range, with a hundred ports for each
 * concurrent test process, so that no other process takes a port between its selection and its use.
 */
let nextPort = 10_000 + (process.pid % 200) * 100;

/** Returns unused ports. */
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
