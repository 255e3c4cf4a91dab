import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { startSession } from '../../src/identity/sessions/sessions.ts';
import type { Viewer } from '../../src/platform/app.ts';
import type { TestApp } from '../app.ts';

interface Asked {
  app: TestApp;
  ask: (request: InjectOptions) => Promise<LightMyRequestResponse>;
}

/** Opens a signed-in browser with cookies, for flows over several pages of Hop. */
export async function openHopBrowser({ app, ask }: Asked, { id }: Viewer, more: Record<string, string> = {}) {
  const xs = await startSession(app, id, { createdVia: 'page', userAgent: 'Test', address: '127.0.0.1' });
  const jar = new Map(Object.entries({ c_user: id, xs, ...more }));

  const send = async (request: InjectOptions) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask({ ...request, headers: { ...request.headers, cookie } });
    for (const { name, value } of answer.cookies) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { status: answer.statusCode, location: answer.headers.location, text: answer.body };
  };

  return {
    cookies: jar,
    page: (url: string) => send({ url }),
    form: (url: string, fields: Record<string, string> = {}) =>
      send({
        method: 'POST',
        url,
        headers: { origin: app.config.hopUrl, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
  };
}
