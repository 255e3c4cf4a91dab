import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

type Count = (kind: string, status: number | undefined) => void;

interface Members {
  /** Texts of posts whose publication was acknowledged. */
  published: Set<string>;
  stop(): Promise<void>;
}

const pages = { home: '/', search: '/search?q=walk', profile: '/@twain', settings: '/settings' };

/** Runs a person of the demo data who reads pages and publishes posts, and a stranger who reads. */
export async function startMembers(plaza: () => string, count: Count): Promise<Members> {
  const cookie = await signIn(plaza(), 'ada', 'plaza-demo');
  const published = new Set<string>();
  let going = true;
  const ask = async (kind: string, path: string, options: RequestInit = {}) => {
    const answer = await fetch(`${plaza()}${path}`, { redirect: 'manual', ...options }).catch(
      () => undefined,
    );
    const isComplete = await answer?.arrayBuffer().then(
      () => true,
      () => false,
    );
    const status = isComplete ? answer?.status : undefined;
    count(kind, status);
    return status;
  };
  const read = async (headers: Record<string, string>) => {
    while (going)
      for (const [kind, path] of Object.entries(pages)) {
        await ask(kind, path, { headers: { accept: 'text/html', ...headers } });
        await sleep(50);
      }
  };
  const write = async () => {
    for (let number = 1; going; number += 1) {
      const text = `During the upgrade, ${process.pid}-${number}`;
      const status = await ask('publish', '/apis/php/posts/post', {
        method: 'POST',
        headers: { cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
        body: JSON.stringify({ text, privacy: 'public' }),
      });
      if (status === 200) published.add(text);
      await sleep(200);
    }
  };
  const done = Promise.all([read({ cookie }), read({}), write()]);
  return {
    published,
    stop: async () => {
      going = false;
      await done;
    },
  };
}

async function signIn(base: string, name: string, password: string): Promise<string> {
  const answer = await fetch(`${base}/signin`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: base },
    body: new URLSearchParams({ username_email: name, password }),
  });
  assert.ok(answer.status < 400, `${name} could not sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
