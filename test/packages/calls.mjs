// What every runtime runs with the installed package. Plain JavaScript of the web, as browsers and workers load it.

/** Calls both services, and returns what came back. */
export async function callBoth(sdk, { hop: hopUrl, plaza: plazaUrl, key, app, password, name }) {
  const { ApiError, Hop, Plaza, verifyWebhook } = sdk;
  const hop = new Hop({ baseUrl: hopUrl, key });
  const { id, shorturl } = await hop.links.create({ url: 'https://example.com/spring', alias: name });
  const { results } = await hop.links.createMany([{ url: 'https://example.com/a' }, { url: 'nowhere' }]);
  const urls = [];
  for await (const link of hop.links.list({ limit: 2 })) urls.push(link.longurl);
  const { clicks } = await hop.links.stats(id, { country: 'DE' });
  const field = await hop.qr
    .create({ type: 'link', data: '' })
    .catch((error) => error instanceof ApiError && [error.status, error.field]);
  const csv = await hop.call('GET', '/api/export/links');
  const abort = new AbortController();
  const numbers = [];
  for await (const { number } of hop.clicks.stream({ after: 0, signal: abort.signal })) {
    numbers.push(number);
    break;
  }
  const plaza = new Plaza({ baseUrl: plazaUrl, key: app.apiKey, secret: app.apiSecret });
  await plaza.auth.signIn({ username_email: 'ada', password, device_type: 'A' });
  const { post_id } = await plaza.posts.create({ text: `From ${name}`, privacy: 'public' });
  const post = await plaza.posts.get(post_id);
  const body = JSON.stringify({ type: 'link.created', timestamp: new Date().toISOString(), data: {} });
  const { type } = await verifyWebhook(body, await sign(body, secret), secret);
  const forged = await verifyWebhook(`${body} `, await sign(body, secret), secret).catch(
    (error) => error.name,
  );
  return {
    shorturl: shorturl.endsWith(`/${name}`),
    results: results.map(({ error }) => error),
    pages: urls.length > 2,
    clicks,
    field,
    csv: csv.split('\n').length > urls.length,
    numbers: numbers.length,
    text: post.text,
    type,
    forged,
  };
}

/** What `callBoth` returns everywhere. */
export const expected = (name) => ({
  shorturl: true,
  results: [0, 1],
  pages: true,
  clicks: 0,
  field: [400, 'data'],
  csv: true,
  numbers: 1,
  text: `From ${name}`,
  type: 'link.created',
  forged: 'WebhookError',
});

const secret = `whsec_${btoa('a secret of some length, as Hop makes it')}`;

/** The headers of a message, by Standard Webhooks. */
async function sign(body, secret) {
  const bytes = Uint8Array.from(atob(secret.slice(6)), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = await crypto.subtle.sign(
    'HMAC',
    key,
    new TextEncoder().encode(`msg_1.${timestamp}.${body}`),
  );
  const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
