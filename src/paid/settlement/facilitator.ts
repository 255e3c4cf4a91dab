import { isRecord } from '../../kernel/json.ts';
import { SignJWT } from 'jose';
import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Settlement, PaymentVerdict } from '../ledger/charge.ts';

type FacilitatorApp = Pick<App, 'config' | 'outbound' | 'log'>;

/** The facilitator's request to verify or settle a payment. */
export interface FacilitatorRequest {
  x402Version: 1 | 2;
  paymentPayload: Record<string, unknown>;
  paymentRequirements: Record<string, unknown>;
}

export async function verifyPayment(
  app: FacilitatorApp,
  request: FacilitatorRequest,
  payer: string,
): Promise<PaymentVerdict> {
  const within = seconds(app.config.X402_VERIFY_SECONDS);
  const answer = await ask(app, 'POST', '/verify', within, request);
  if (!answer || typeof answer.isValid !== 'boolean') return { is: 'away' };
  if (!answer.isValid) return { is: 'invalid', reason: reasonOf(answer.invalidReason) };
  if (isOther(answer.payer, payer)) {
    app.log.error({ payer, said: answer.payer }, 'the facilitator verified a payment by a different payer');
    return { is: 'away' };
  }
  return { is: 'valid' };
}

export async function settlePayment(
  app: FacilitatorApp,
  request: FacilitatorRequest,
  payer: string,
): Promise<Settlement> {
  const within = seconds(app.config.X402_SETTLE_SECONDS);
  const answer = await ask(app, 'POST', '/settle', within, request);
  if (!answer || typeof answer.success !== 'boolean') return { is: 'unknown', reason: 'no_answer' };
  const transaction = typeof answer.transaction === 'string' ? answer.transaction : '';
  if (answer.success) {
    const { network } = request.paymentRequirements;
    if (isTransaction.test(transaction) && !isOther(answer.payer, payer) && !isOther(answer.network, String(network)))
      return { is: 'settled', transaction };
    app.log.error({ payer, answer }, 'the facilitator sent a contradictory response about a settlement');
    return { is: 'unknown', reason: 'contradictory_settlement' };
  }
  const said = `${String(answer.errorReason)} ${String(answer.errorMessage)}`;
  if (!transaction && lacksFunds.test(said)) return { is: 'refused', reason: 'insufficient_funds' };
  const reason = reasonOf(answer.errorReason);
  // A payment that was submitted, collided with another settlement, or failed without a code may have been
  // charged.
  const isOver = !transaction && reason !== noCode && !isOpen.test(reason);
  return { is: isOver ? 'refused' : 'unknown', reason };
}

/** A hash in hex or base58. It is stored, and sent in a header. */
const isTransaction = /^\w{1,128}$/;

/** A transfer reverted by its contract for lack of funds was not made, and its authorization is unused. */
const lacksFunds = /\brevert[^]{0,200}\bbalance\b/i;

/** Error reasons that leave open whether the payment was charged. */
const isOpen =
  /nonce_already_used|duplicate_settlement|already_processed|time(d_)?_?out|unexpected|unknown|pending|confirm|transaction_failed|rate_limit|internal/i;

const noCode = 'payment_refused';

const reasonOf = (reason: unknown): string =>
  typeof reason === 'string' && /^[\w.:-]{1,120}$/.test(reason) ? reason : noCode;

/** Whether the value is present and different. Base addresses are case-insensitive. */
const isOther = (said: unknown, expected: string): boolean =>
  typeof said === 'string' && said !== '' && said.toLowerCase() !== expected.toLowerCase();

/** Returns the facilitator's JSON response, whatever its status, or undefined if there is none. */
export async function ask(
  app: FacilitatorApp,
  method: 'GET' | 'POST',
  path: string,
  within: number,
  body?: unknown,
): Promise<Record<string, unknown> | undefined> {
  const { config, outbound, log } = app;
  if (!config.X402_FACILITATOR_URL) return undefined;
  const url = `${config.X402_FACILITATOR_URL.replace(/\/$/, '')}${path}`;
  try {
    const answer = await outbound.fetch(url, {
      method,
      within,
      keepAlive: true,
      max: 256 * 1024,
      ports: [Number(new URL(url).port || 443)],
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(await credentialsFor(config, method, url)),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const said = answer.json();
    return isRecord(said) ? said : undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn({ err: error, path }, 'the facilitator did not respond');
    return undefined;
  }
}

type Credentials = Pick<App['config'], 'X402_FACILITATOR_TOKEN' | 'X402_CDP_KEY_ID' | 'X402_CDP_KEY_SECRET'>;

/**
 * Returns headers that authenticate to the facilitator: none, a fixed token, or a token signed for this
 * request.
 */
async function credentialsFor(
  config: Credentials,
  method: 'GET' | 'POST',
  url: string,
): Promise<Record<string, string>> {
  const { X402_FACILITATOR_TOKEN: token, X402_CDP_KEY_ID: keyId, X402_CDP_KEY_SECRET: secret } = config;
  if (keyId) return { authorization: `Bearer ${await signedToken(keyId, secret, method, url)}` };
  return token ? { authorization: `Bearer ${token}` } : {};
}

/**
 * As the API of Coinbase's developer platform requires: valid for two minutes, for one method and address.
 */
async function signedToken(keyId: string, secret: string, method: string, url: string): Promise<string> {
  const key = keyOf(secret);
  const { host, pathname } = new URL(url);
  const alg = key.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256';
  return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
    .setProtectedHeader({ alg, typ: 'JWT', kid: keyId, nonce: randomBytes(16).toString('hex') })
    .setIssuer('cdp')
    .setSubject(keyId)
    .setIssuedAt()
    .setNotBefore('0s')
    .setExpirationTime('2m')
    .sign(key);
}

/**
 * Parses a PEM, in which line breaks may be escaped as \n, or the seed and public half of an Ed25519 key in
 * base64.
 */
function keyOf(secret: string): KeyObject {
  if (secret.includes('BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(secret, 'base64');
  const part = (from: number) => bytes.subarray(from, from + 32).toString('base64url');
  return createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', d: part(0), x: part(32) } });
}
