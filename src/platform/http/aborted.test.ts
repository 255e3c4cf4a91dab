import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import { test } from '../../../test/app.ts';
import type { TestApp } from '../../../test/app.ts';
import { createLog } from '../logging/log.ts';
import { nobody } from './caller.ts';
import { endpoint } from './endpoint.ts';
import { Answer, linksFamily } from './families/links.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';

interface Line {
  level: string;
  msg: string;
}

/** A server that collects its log lines. */
async function serve(app: TestApp) {
  const lines: Line[] = [];
  const write = (text: string) => void lines.push(JSON.parse(text) as Line);
  const logging = { ...app, log: createLog({ LOG_LEVEL: 'debug' }, { write }) };
  const family = linksFamily(() => Promise.resolve(nobody));
  const server = await createServer(logging, {
    site: {
      product: () => ({ key: 'hop' }),
      base: app.config.hopUrl,
      identify: () => Promise.resolve(nobody),
    } as never,
    families: [{ prefix: '/api/', family }],
  });
  mount(server, logging, family, [
    endpoint({
      method: 'POST',
      path: '/api/thing/add',
      summary: 'Add a thing',
      tag: 'Things',
      access: 'anyone',
      body: Type.Object({ name: Type.Optional(Type.String()) }),
      files: { fields: ['file'], max: 1, bytes: 1_000_000 },
      returns: Answer({}),
      handle: () => ({}),
    }),
  ]);
  await server.listen({ host: '127.0.0.1', port: 0 });
  return { server, port: (server.server.address() as AddressInfo).port, lines };
}

const bodies = {
  'application/json': '{"name": "on',
  'application/x-www-form-urlencoded': 'name=on',
  'multipart/form-data; boundary=b':
    '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nhalf',
};
for (const [type, begun] of Object.entries(bodies))
  test(`logs no error when a client disconnects in the middle of a ${type} body`, async (app, context) => {
    const { server, port, lines } = await serve(app);
    context.after(() => server.close());
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /api/thing/add HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 900\r\n\r\n`;
    const arrived = once(server.server, 'request');
    socket.write(head + begun);
    const [request] = (await arrived) as [IncomingMessage];
    // The head arrives before hooks run. The body is read after them.
    await setTimeout(50);
    socket.resetAndDestroy();
    // Not `once`, which rejects on the preceding error event.
    await new Promise((resolve) => request.on('close', resolve));
    await setImmediate();
    assert.deepEqual(
      lines.filter(({ level }) => level === 'error' || level === 'warn'),
      [],
    );
  });
