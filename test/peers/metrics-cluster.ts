// Started by a test: a primary with 1 click and two workers with 10 and 100, one of which prints the metrics
// of all.
import cluster from 'node:cluster';
import { clicks, metricsOfAll, shareMetrics } from '../../src/platform/logging/metrics.ts';

shareMetrics();
if (cluster.isPrimary) {
  clicks.inc({ stage: 'stored' }, 1);
  const [first, second] = [cluster.fork(), cluster.fork()];
  let ready = 0;
  cluster.on('message', (worker, message) => {
    if (message === 'ready' && (ready += 1) === 2) first.send('print');
    if (message !== 'printed') return;
    worker.kill();
    second.kill();
  });
} else {
  clicks.inc({ stage: 'stored' }, 10 ** (cluster.worker?.id ?? 0));
  process.on('message', (message) => {
    if (message === 'print') void print();
  });
  process.send?.('ready');
}

async function print(): Promise<void> {
  process.stdout.write(await metricsOfAll());
  process.send?.('printed');
}
