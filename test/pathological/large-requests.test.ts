// Sends to agents, tools and both services what is larger or wider than any client sends.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Viewer } from '../../src/platform/app.ts';
import { connectAgent } from '../agent.ts';
import type { TestApp } from '../app.ts';
import { openPlaza } from '../ask-plaza.ts';
import { exchange, type Answer, type Sent } from '../peers/exchange.ts';
import { startServices, type Services } from '../services.ts';
import { addPerson } from '../world.ts';
import { bombs } from './bombs.ts';
import { timesReference } from './cost.ts';

/** Maximum processor time of the serving process, in units of the reference: about 150 ms. */
const max = 30;

const list = (length: number, value: unknown) => Array.from({ length }, () => value);
const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, 1]));
const rpc = (method: string, params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const message = (parts: unknown) => ({ role: 'user', messageId: 'a', parts });

const calls: [what: string, path: string, body: string][] = [
  ['20,000 parts', '/a2a', rpc('message/send', { message: message(list(20_000, { text: '' })) })],
  ['20,000 keys of data', '/a2a', rpc('message/send', { message: message([{ data: wide }]) })],
  [
    '20,000 keys of metadata',
    '/a2a',
    rpc('message/send', { message: message([{ text: 'a' }]), metadata: wide }),
  ],
  ['100,000 numbers', '/a2a', rpc('tasks/list', { ids: list(100_000, 1) })],
  ['4,000 calls', '/a2a', JSON.stringify(list(4000, JSON.parse(rpc('tasks/list', {}))))],
  ['100,000 levels', '/a2a', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['20,000 arguments', '/mcp', rpc('tools/call', { name: 'run_tool', arguments: wide })],
  ['100,000 numbers', '/mcp', rpc('tools/call', { name: 'run_tool', arguments: { ids: list(100_000, 1) } })],
  ['4,000 calls', '/mcp', JSON.stringify(list(4000, JSON.parse(rpc('tools/list', {}))))],
  ['100,000 levels', '/mcp', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
];

describe('requests larger than any client sends', () => {
  let services: Services;
  let ada: Viewer;
  const failures: string[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false', OUTBOUND_ALLOW: '' });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  async function send(service: 'plaza' | 'hop', sent: Sent, what: string): Promise<Answer> {
    let answer: Answer | undefined;
    const times = await timesReference(
      max,
      async () => undefined,
      async () => {
        answer = await exchange(services[service], sent);
      },
    );
    if (times > max) failures.push(`${what}: ${times.toFixed(0)} times the reference`);
    assert.ok(answer, what);
    return answer;
  }

  it('are refused by the protocols of agents', async () => {
    const { token } = await connectAgent(await openPlaza(services.app as TestApp), ada);
    for (const [what, path, body] of calls) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { status, body: said } = await send('plaza', { method: 'POST', path, headers, body }, what);
      const isRefused = (status >= 400 && status < 500) || /"error":|"isError":true/.test(said);
      if (!isRefused) failures.push(`${what} at ${path}: ${status} ${said.slice(0, 200)}`);
    }
    assert.deepEqual(failures.splice(0), []);
  });

  it('are drawn without their filters, or refused, if they are SVG', async () => {
    for (const { name, body } of bombs.filter(({ body }) => body.subarray(0, 4).toString() === '<svg')) {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(body)]), 'a.svg');
      const request = new Response(form);
      const headers = { origin: services.plaza, 'content-type': request.headers.get('content-type') ?? '' };
      const sent = { method: 'POST', headers, body: Buffer.from(await request.arrayBuffer()) };
      const { status } = await send('plaza', { ...sent, path: '/tools/svg-to-png' }, name);
      assert.ok([200, 400, 422].includes(status), `${name}: ${status}`);
    }
    assert.deepEqual(failures.splice(0), []);
  });

  it('are refused before they are read, if they are megabytes of query', async () => {
    // Node reports each part that arrives after the first one that is refused.
    const warned = (warning: Error) => failures.push(warning.message);
    process.on('warning', warned);
    for (const service of ['plaza', 'hop'] as const)
      for (const path of ['/', '/signin', '/api/account', '/any-alias']) {
        const sent = { method: 'GET', path: `${path}?q=${'a'.repeat(3_000_000)}`, headers: {} };
        const { status } = await send(service, sent, `${service} ${path}`);
        assert.equal(status, 431, `${service} ${path}`);
      }
    process.off('warning', warned);
    assert.deepEqual(failures.splice(0), []);
  });
});
