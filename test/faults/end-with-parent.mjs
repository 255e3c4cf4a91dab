// Preloaded by programs that tests start: exits when the test process ends for any reason.
import cluster from 'node:cluster';
import { Socket } from 'node:net';

/** A pipe from the parent, opened by `spawnServer`. */
const pipe = 3;

if (cluster.isPrimary)
  new Socket({ fd: pipe })
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref();
