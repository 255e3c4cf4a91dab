/** A message that is not from the service, or too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** Messages are valid for five minutes, so that a recorded one cannot be sent again later. */
const tolerance = 5 * 60;

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Checks the signature of a message (Standard Webhooks) and returns its parsed body. `payload` is the body as it was
 * received, before any parser. Rejects with a `WebhookError` if it was changed, is old, or has another secret.
 */
export async function verifyWebhook<Event = WebhookEvent>(
  payload: string | Uint8Array,
  headers: Headers,
  secret: string,
): Promise<Event> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookError('A header of the signature is missing');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance))
    throw new WebhookError('The message is too old');
  const text = typeof payload === 'string' ? payload : new TextDecoder().decode(payload);
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const each of signatures.split(' ')) {
    const [version, value = ''] = each.split(',');
    if (version !== 'v1') continue;
    const signature = decoded(value);
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return JSON.parse(text) as Event;
  }
  throw new WebhookError('The signature does not match');
}

/** What every message has. `data` depends on `type`. */
export interface WebhookEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

function header(headers: Headers, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | string[] | undefined>>)[name];
  return Array.isArray(value) ? value[0] : value;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined; // Not base64.
  }
}
