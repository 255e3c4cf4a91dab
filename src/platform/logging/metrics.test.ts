import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

test('alert rules, dashboard and documentation name the metrics that exist', async () => {
  const text = await metricsText();
  const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name));
  const own = [...known].filter((name) => name?.startsWith('plaza_'));
  const named = (file: string) =>
    readFileSync(file, 'utf8')
      .match(/\b(?:plaza|process|nodejs)_[a-z0-9_]+/g)
      ?.map((name) => (known.has(name) ? name : name.replace(/_(?:count|sum|bucket)$/, ''))) ?? [];
  for (const file of ['deploy/alerts.yaml', 'deploy/grafana.json'])
    assert.deepEqual(
      named(file).filter((name) => !known.has(name)),
      [],
      file,
    );
  const documented = named('docs/operations.md');
  assert.deepEqual(
    own.filter((name) => !documented.includes(name ?? '')),
    [],
  );
});
