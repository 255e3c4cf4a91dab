import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PolicyExtras } from '../../web/html.ts';
import type { Config } from '../settings/config.ts';

export const newNonce = () => randomBytes(16).toString('base64url');

/**
 * The content security policy of a page: its own files, the inline script with the nonce, profile pictures
 * from the other service, and what the page adds.
 */
export function contentPolicy(
  nonce: string,
  { base, other }: { base: string; other: string },
  { sources = {}, inOwnFrames = false }: PolicyExtras = {},
): string {
  const policy = new Map([
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", `'nonce-${nonce}'`]],
    ['style-src', ["'self'", `'nonce-${nonce}'`]],
    ['img-src', ["'self'", 'data:', 'blob:', 'https:', new URL(other).origin]],
    ['media-src', ["'self'", 'blob:']],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', [inOwnFrames ? "'self'" : "'none'"]],
  ]);
  for (const [directive, added] of Object.entries(sources))
    policy.set(directive, [...(policy.get(directive) ?? ["'self'"]), ...added]);
  if (base.startsWith('https:')) policy.set('upgrade-insecure-requests', []);
  return Array.from(policy, (parts) => parts.flat().join(' ')).join('; ');
}

/**
 * The device permissions of a page. Script navigation keeps the document, so all pages of signed-in users
 * allow the microphone for voice messages. Camera and screen are limited to pages that request them.
 */
export function permissionsPolicy(isVoiced: boolean, { devices = [] }: PolicyExtras = {}): string {
  const allowed: readonly string[] = [...(isVoiced ? ['microphone'] : []), ...devices];
  return ['camera', 'display-capture', 'geolocation', 'microphone']
    .map((device) => `${device}=(${allowed.includes(device) ? 'self' : ''})`)
    .join(', ');
}

/** A year, in seconds, in which browsers only use https, if the public URLs do. */
export const strictTransport = { maxAge: 31_536_000, includeSubDomains: false };

/**
 * Pages set their own content security policy. All other responses are data and may load nothing. The headers are the
 * same for all, so they are worked out once.
 */
export function setSecurityHeaders(server: FastifyInstance, secure: boolean): void {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
  } as unknown as ServerResponse;
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure ? strictTransport : false,
    xFrameOptions: { action: 'deny' },
  })(undefined as unknown as IncomingMessage, recorder, () => undefined);
  const constant = Object.fromEntries(headers);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(constant);
    done();
  });
}

/** The header for responses that are written without Fastify, as a list of name and value. Empty without https. */
export const transportHeaders = ({ secureCookies }: Pick<Config, 'secureCookies'>): readonly string[] =>
  secureCookies ? ['Strict-Transport-Security', `max-age=${strictTransport.maxAge}`] : [];

/** Sets headers from a list of names and values in turn. */
export function setHeaders(reply: FastifyReply, headers: readonly string[]): FastifyReply {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] ?? '', headers[i + 1]);
  return reply;
}
