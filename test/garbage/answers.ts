import assert from 'node:assert/strict';
import type { Answer, Sent } from '../peers/exchange.ts';

export const describeRequest = ({ method, path, headers, body }: Sent) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${String(body).slice(0, 500)}`;

const said = (request: Sent, { status, body }: Answer) =>
  `${describeRequest(request)}\nanswered ${status} ${body.slice(0, 500)}`;

/** Checks an invariant for any input: no 5xx, and errors in the format of the API that owns the address. */
export function checkAnswer(service: 'plaza' | 'hop', request: Sent, answer: Answer): void {
  assert.ok(answer.status >= 200 && answer.status < 500, said(request, answer));
  // A HEAD response has no body.
  if (answer.status < 400 || request.method === 'HEAD') return;
  const check =
    refusals.find(({ of, prefix }) => of === service && isBelow(request.path, prefix))?.check ?? isErrorPage;
  assert.ok(check(answer), `Not in the error format of its API: ${said(request, answer)}`);
}

/**
 * Whether an address equals a prefix or is below it: `/api?a` and `/api/x` are below `/api`, `/apiary` is
 * not.
 */
const isBelow = (path: string, prefix: string) =>
  path.startsWith(prefix) && (prefix.endsWith('/') || /^[/?#]|^$/.test(path.slice(prefix.length)));

/** The first match applies. */
const refusals: readonly { of: 'plaza' | 'hop'; prefix: string; check: (answer: Answer) => boolean }[] = [
  { of: 'plaza', prefix: '/apis', check: isSocialRefusal },
  // The consent page is the only page among the APIs.
  { of: 'plaza', prefix: '/api/oauth', check: isErrorPage },
  { of: 'plaza', prefix: '/oauth2/authorize', check: isErrorPage },
  { of: 'plaza', prefix: '/a2a/', check: (answer) => isStatus(answer) || isAgentRefusal(answer) },
  { of: 'hop', prefix: '/mcp', check: isAgentRefusal },
  ...['/agent', '/oauth2', '/a2a', '/mcp'].map((prefix) => ({
    of: 'plaza' as const,
    prefix,
    check: isAgentRefusal,
  })),
  { of: 'plaza', prefix: '/scim', check: isScimRefusal },
  // Documents are pages. Unknown addresses below them return API errors.
  ...['/auth.md', '/.well-known'].map((prefix) => ({
    of: 'plaza' as const,
    prefix,
    check: (answer: Answer) => isErrorPage(answer) || isOauthRefusal(answer),
  })),
  ...['/api', '/citations', '/oembed', '/nodeinfo'].map((prefix) => ({
    of: 'plaza' as const,
    prefix,
    check: isOauthRefusal,
  })),
  ...['/api', '/apis', '/a2a', '/agent', '/oauth2', '/.well-known'].map((prefix) => ({
    of: 'hop' as const,
    prefix,
    check: isLinksRefusal,
  })),
];

function isScimRefusal(answer: Answer): boolean {
  const { schemas, status, scimType, detail, ...rest } = json(answer);
  return (
    String(schemas) === 'urn:ietf:params:scim:api:messages:2.0:Error' &&
    status === String(answer.status) &&
    ['string', 'undefined'].includes(typeof scimType) &&
    typeof detail === 'string' &&
    Object.keys(rest).length === 0
  );
}

function isSocialRefusal(answer: Answer): boolean {
  const { status, message, timestamp, ...rest } = json(answer);
  return (
    status === 'error' && isSentence(message) && !Number.isNaN(Date.parse(String(timestamp))) && isEmpty(rest)
  );
}

function isLinksRefusal(answer: Answer): boolean {
  const { error, message, ...rest } = json(answer);
  return error === 1 && isSentence(message) && isEmpty(rest);
}

function isOauthRefusal(answer: Answer): boolean {
  if (answer.status === 402) return isQuote(answer);
  // Paid calls name the invalid field. All others repeat the description as `message`.
  const { error, error_description: description, message = description, field = '', ...rest } = json(answer);
  return (
    typeof error === 'string' &&
    isSentence(description) &&
    message === description &&
    typeof field === 'string' &&
    isEmpty(rest)
  );
}

/** Whether the response is a quote of a paid call, in both versions. */
function isQuote(answer: Answer): boolean {
  const { x402Version, error, message, accepts, ...rest } = json(answer);
  const header = String(answer.headers['payment-required'] ?? '');
  const second = JSON.parse(Buffer.from(header, 'base64').toString() || '{}') as { accepts?: unknown[] };
  return (
    x402Version === 1 &&
    typeof error === 'string' &&
    isSentence(message) &&
    [accepts, second.accepts].every((offers) => Array.isArray(offers) && offers.length === 2) &&
    isEmpty(rest)
  );
}

/** Whether the response is an error in the format of OAuth and of the rest of the API. */
function isAgentRefusal(answer: Answer): boolean {
  const { error, error_description: description, message, ...rest } = json(answer);
  const { status, timestamp, ...others } = rest;
  return (
    typeof error === 'string' &&
    message === description &&
    isSentence(message) &&
    status === 'error' &&
    !Number.isNaN(Date.parse(String(timestamp))) &&
    isEmpty(others)
  );
}

/** Whether the response is a google.rpc status, as A2A has over HTTP+JSON. */
function isStatus({ headers, body, status }: Answer): boolean {
  if (!/^application\/a2a\+json\b/.test(headers['content-type'] ?? '')) return false;
  const { error } = JSON.parse(body) as { error: { code: number; message: string; details: unknown[] } };
  return error.code === status && isSentence(error.message) && error.details.length > 0;
}

function isErrorPage({ headers, body }: Answer): boolean {
  return /^text\/html\b/.test(headers['content-type'] ?? '') && /<h1[ >]/.test(body);
}

function json({ headers, body }: Answer): Record<string, unknown> {
  assert.match(headers['content-type'] ?? '', /^application\/(?:scim\+)?json\b/);
  return JSON.parse(body) as Record<string, unknown>;
}

/** A message for people, without internal details. */
const isSentence = (text: unknown) =>
  typeof text === 'string' &&
  text.length > 2 &&
  !/node_modules|\bat (file:|\/)|syntax error|violates/.test(text);

const isEmpty = (rest: object) => Object.keys(rest).length === 0;
