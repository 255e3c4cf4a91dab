import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { loadAssets } from '../../platform/http/assets/assets.ts';
import { forward } from '../forward.ts';
import { createResponses, type Responses } from './responses.ts';

const assets = loadAssets();
const answers: Record<string, (answers: Responses, ...rest: Parameters<Responses['refuseMethod']>) => void> =
  {
    'a redirect': (answers, response) =>
      answers.redirect(response, forward('https://example.com/abc', 302, null)),
    'a refusal': (answers, response) => answers.refuse(response, 'missing'),
    'a refused method': (answers, response) => answers.refuseMethod(response, 'GET'),
  };

for (const [name, answer] of Object.entries(answers))
  for (const secureCookies of [true, false])
    test(`${name} ${secureCookies ? 'keeps browsers on https' : 'without https says nothing of it'}`, async () => {
      const responses = createResponses(await assets, { secureCookies });
      const server = createServer((_request, response) => answer(responses, response, ''));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const { headers } = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
      assert.equal(headers.get('strict-transport-security'), secureCookies ? 'max-age=31536000' : null);
      server.close();
    });
