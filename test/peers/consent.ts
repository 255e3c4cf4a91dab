import assert from 'node:assert/strict';

/** Decides on a consent page over HTTP as a browser does. Returns the address that the app gets. */
export async function decideByForm(
  address: string | URL,
  cookie: string,
  answer: 'approve' | 'deny' = 'approve',
): Promise<URL> {
  const { origin } = new URL(address);
  const shown = await fetch(address, { headers: { cookie }, redirect: 'manual' });
  const location = shown.headers.get('location');
  if (location !== null) return new URL(location, origin);
  const page = await shown.text();
  assert.equal(shown.status, 200, page.slice(0, 300));
  const scopes = [...page.matchAll(/name="scopes"[^>]*value="([^"]+)"/g)].map(([, scope = '']) => scope);
  const body = new URLSearchParams([
    ['request', /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ''],
    ['answer', answer],
    ...scopes.filter((scope) => scope !== 'pay').map((scope) => ['scopes', scope]),
  ]);
  const decided = await fetch(`${origin}/oauth2/authorize`, {
    method: 'POST',
    headers: { cookie, origin },
    body,
    redirect: 'manual',
  });
  assert.equal(decided.status, 303, (await decided.text()).slice(0, 300));
  return new URL(decided.headers.get('location') ?? '');
}
