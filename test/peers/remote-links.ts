import { Problem } from '../../src/kernel/problem.ts';
import type { App } from '../../src/platform/app.ts';

interface Asked {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** An App whose requests are answered as another service would. No answer: it cannot be reached. */
export function withRemote(
  app: App,
  answer: (asked: Asked) => { status: number; body: unknown } | undefined,
) {
  const asked: Asked[] = [];
  const outbound: App['outbound'] = {
    ...app.outbound,
    fetch: (url, { headers = {} } = {}) => {
      asked.push({ url, headers });
      const given = answer({ url, headers });
      if (!given) return Promise.reject(new Problem('unavailable', 'The service cannot be reached'));
      const body = Buffer.from(typeof given.body === 'string' ? given.body : JSON.stringify(given.body));
      return Promise.resolve({ status: given.status, body, headers: {}, url } as never);
    },
  };
  return { asked, app: { ...app, outbound } };
}
