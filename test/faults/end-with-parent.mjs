// Loaded before a program that a test starts: ends it when the test's process is gone, however that ended.
import cluster from 'node:cluster';
import { Socket } from 'node:net';

/** A pipe from the parent, as `spawnServer` opens it. */
const pipe = 3;

if (cluster.isPrimary)
  new Socket({ fd: pipe })
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref();
