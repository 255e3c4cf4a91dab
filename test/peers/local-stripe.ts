import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StripeRequest {
  path: string;
  idempotencyKey: string | undefined;
  fields: Record<string, string>;
}

export type LocalStripe = Awaited<ReturnType<typeof startStripe>>;

/** Stripe's API as it is documented, as far as top-ups need it: Checkout sessions and refunds, by form and idempotency key. */
export async function startStripe(key: string) {
  const requests: StripeRequest[] = [];
  const answers = new Map<string, string>();
  let isRefusing = false;
  let sessions = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const refuse = (status: number, type: string, message: string) =>
        send(status, { error: { type, message } });
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
      const answer = answerTo(path, () => ++sessions);
      if (!answer) return void refuse(404, 'invalid_request_error', 'Unrecognized request URL');
      answers.set(idempotencyKey ?? '', JSON.stringify(answer));
      send(200, answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** The next request is refused, and moves nothing. */
    refuseNext: () => void (isRefusing = true),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerTo(path: string, next: () => number): object | undefined {
  if (path === '/v1/checkout/sessions') {
    const id = `cs_${next()}`;
    return { id, object: 'checkout.session', url: `https://checkout.stripe.test/${id}` };
  }
  return path === '/v1/refunds' ? { id: 're_1', object: 'refund', status: 'succeeded' } : undefined;
}
