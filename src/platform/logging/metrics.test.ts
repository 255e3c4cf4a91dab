import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { testWithDatabase } from '../../../test/app.ts';
import { metricsOfAll, metricsText, requestDuration } from './metrics.ts';

test('prints metrics in Prometheus format', async () => {
  requestDuration.observe(
    { service: 'plaza', method: 'GET', route: '/metrics-test/:id', status: '200' },
    0.004,
  );
  const text = await metricsText();
  assert.match(
    text,
    /^plaza_http_request_duration_seconds_bucket\{le="0\.005",service="plaza",method="GET",route="\/metrics-test\/:id",status="200"\} 1$/m,
  );
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
  assert.equal(await metricsOfAll().then((all) => all.includes('plaza_clicks_total')), true);
});

testWithDatabase('watches a pool while it is open', async ({ app, database }) => {
  await app.db.selectFrom('system.outbox_mail').select('id').execute();
  assert.ok(database.pool.totalCount >= 1);
  assert.match(await metricsText(), /^plaza_database_connections\{state="idle"\} [1-9]\d*$/m);
});

test('reports the metrics of all processes from any one', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    `${import.meta.dirname}/../../../test/peers/metrics-cluster.ts`,
  ]);
  assert.match(stdout, /^plaza_clicks_total\{stage="stored"\} 111$/m);
});
