import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { silentLog, testConfig, testWithDatabase } from '../../../test/app.ts';
import { addPerson } from '../../../test/world.ts';
import { allJobs } from '../../servers/serve.ts';
import { socialServer } from '../../servers/social.ts';
import type { Mail } from '../mail.ts';
import { loadAssets } from '../http/assets/assets.ts';
import { runJobs } from '../jobs/jobs.ts';
import { createLog } from './log.ts';
import { parseHeaders } from './telemetry.ts';
import { currentTracer, startTelemetry, type Telemetry } from './tracing.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}

interface Received {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
  resourceMetrics?: {
    scopeMetrics: {
      metrics: { name: string; histogram?: { dataPoints: { count: number; bucketCounts: number[] }[] } }[];
    }[];
  }[];
}

const received: { path: string; token: string; body: Received }[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push({
      path: request.url ?? '',
      token: String(request.headers['x-token']),
      body: JSON.parse(body || '{}') as Received,
    });
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
let telemetry: Telemetry | undefined;
let url: string;

before(async () => {
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const config = testConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b, other=1',
    OTEL_SERVICE_NAME: 'plaza-of-tests',
  });
  telemetry = await startTelemetry(config, silentLog);
});
after(() => collector.close());

const forgot = (email: string, headers: Record<string, string>) =>
  ({
    method: 'POST',
    url: '/forgot',
    headers: {
      host: 'plaza.test',
      origin: 'http://plaza.test',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams({ email }).toString(),
  }) as const;

const [traceId, parentId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
const traceparent = `00-${traceId}-${parentId}-01`;

testWithDatabase('follows a request into its statements and its jobs, to the collector', async (open) => {
  const { database } = open;
  let lines = '';
  const log = createLog({ LOG_LEVEL: 'info' }, { write: (line: string) => void (lines += line) });
  const mail: Mail = { send: () => Promise.reject(new Error('the mail server is away')) };
  const app = { ...open.app, log, mail };
  await addPerson(app, 'ada');
  const assets = await loadAssets();
  const trusting = { ...app, config: { ...app.config, TRUST_PROXY: '127.0.0.1' } };
  const servers = [await socialServer(trusting, assets), await socialServer(app, assets)] as const;
  const headers = { traceparent, 'x-request-id': 'request-of-ada' };
  assert.equal((await servers[0].inject(forgot('ada@example.org', headers))).statusCode, 303);
  await runJobs(app, allJobs, database.pool);
  await servers[1].inject({ url: '/no-such-page', headers: { host: 'plaza.test', traceparent } });
  await app.outbound.fetch(`${url}/other`, { ports: [Number(new URL(url).port)] });
  for (const server of servers) await server.close();
  await telemetry?.stop();
  assert.equal(currentTracer(), undefined);

  const traces = received.filter(({ path }) => path === '/v1/traces');
  assert.ok(traces.length > 0 && traces.every(({ token }) => token === 'a b'));
  const resources = traces.flatMap(({ body }) => body.resourceSpans ?? []);
  assert.ok(
    resources[0]?.resource.attributes.some(
      ({ key, value }) => key === 'service.name' && value.stringValue === 'plaza-of-tests',
    ),
  );
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  const find = (name: string | RegExp, parent?: ReceivedSpan) => {
    const found = spans.find(
      (span) =>
        (typeof name === 'string' ? span.name === name : name.test(span.name)) &&
        (!parent || span.parentSpanId === parent.spanId),
    );
    assert.ok(found, `${String(name)} of ${spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const request = find('POST /forgot');
  assert.deepEqual([request.traceId, request.parentSpanId], [traceId, parentId]);
  assert.deepEqual(
    request.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
    [
      ['http.request.method', 'POST'],
      ['http.route', '/forgot'],
      ['plaza.request.id', 'request-of-ada'],
      ['http.response.status_code', 303],
    ],
  );
  find(/^select [0-9a-f]{8}$/, request);
  const job = find('job identity.mail-reset-code', request);
  find(/^insert identity\.mailed_code/, job);
  const delivery = find('job system.deliver-mail', job);
  assert.equal(delivery.traceId, traceId);
  assert.doesNotMatch(JSON.stringify(spans), /ada@example\.org/);
  // A caller that is no trusted proxy begins a trace of its own.
  assert.notEqual(find('GET unknown').traceId, traceId);
  find('GET');
  const failure = lines.split('\n').find((line) => line.includes('job failed')) ?? '';
  assert.match(failure, /"reqId":"request-of-ada"/);

  const metrics = received
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => body.resourceMetrics ?? [])
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  const durations = metrics.find(({ name }) => name === 'plaza_http_request_duration_seconds')?.histogram;
  const [point] = durations?.dataPoints ?? [];
  assert.ok(point && point.count > 0);
  assert.equal(
    point.bucketCounts.reduce((sum, count) => sum + count, 0),
    point.count,
  );
});

test('reads headers as the specification writes them', () => {
  const rows = [
    ['', {}],
    ['authorization=Basic%20abc%3D', { authorization: 'Basic abc=' }],
    ['a=1, b=x=y,,=z,c', { a: '1', b: 'x=y' }],
    ['a=%zz', { a: '%zz' }],
  ] as const;
  for (const [given, headers] of rows) assert.deepEqual(parseHeaders(given), headers, given);
});

test('is not there without a collector', async () => {
  assert.equal(await startTelemetry(testConfig(), silentLog), undefined);
  assert.equal(currentTracer(), undefined);
});
