import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkoutPage, completeCheckout, type Announcements, type SessionFields } from './local-checkout.ts';

interface StripeRequest {
  path: string;
  idempotencyKey: string | undefined;
  fields: Record<string, string>;
}

export type LocalStripe = Awaited<ReturnType<typeof startStripe>>;

/**
 * Starts a fake of Stripe's documented API, as far as top-ups need it: Checkout sessions and refunds, with
 * form bodies and idempotency keys.
 */
export async function startStripe(key: string) {
  const requests: StripeRequest[] = [];
  const answers = new Map<string, string>();
  let isRefusing = false;
  let announcements: Announcements | undefined;
  const sessions: SessionFields[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const refuse = (status: number, type: string, message: string) =>
        send(status, { error: { type, message } });
      const [, id] = /^\/pay\/(cs_\d+)$/.exec(request.url ?? '') ?? [];
      const session = sessions[Number(id?.slice(3)) - 1];
      if (id !== undefined && session && announcements) {
        if (request.method === 'GET')
          return void response.writeHead(200, { 'content-type': 'text/html' }).end(checkoutPage(session));
        return void completeCheckout(id, session, announcements).then(
          (location) => response.writeHead(303, { location }).end(),
          (error: unknown) => response.writeHead(502).end(String(error)),
        );
      }
      if (request.headers.authorization !== `Bearer ${key}`)
        return void refuse(401, 'authentication_error', 'Invalid API Key provided');
      const path = request.url ?? '';
      const idempotencyKey = request.headers['idempotency-key']?.toString();
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      requests.push({ path, idempotencyKey, fields });
      if (isRefusing) {
        isRefusing = false;
        return void refuse(400, 'invalid_request_error', 'This charge cannot be refunded');
      }
      const known = answers.get(idempotencyKey ?? '');
      if (known !== undefined)
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(known);
      const answer = answerTo(path, () => {
        const id = `cs_${sessions.push(fields)}`;
        return {
          id,
          url: announcements
            ? `http://${request.headers.host}/pay/${id}`
            : `https://checkout.stripe.test/${id}`,
        };
      });
      if (!answer) return void refuse(404, 'invalid_request_error', 'Unrecognized request URL');
      answers.set(idempotencyKey ?? '', JSON.stringify(answer));
      send(200, answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Makes the next request fail without moving money. */
    refuseNext: () => void (isRefusing = true),
    /** Makes later sessions lead to a local Checkout page whose payments send webhooks. */
    announce: (to: Announcements) => void (announcements = to),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerTo(path: string, open: () => { id: string; url: string }): object | undefined {
  if (path === '/v1/checkout/sessions') return { object: 'checkout.session', ...open() };
  return path === '/v1/refunds' ? { id: 're_1', object: 'refund', status: 'succeeded' } : undefined;
}
