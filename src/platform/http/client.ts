import proxyAddress from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Config } from '../settings/config.ts';
import type { Client } from './caller.ts';
import { askedLanguage } from './reader.ts';

/** The address of the person calling: as forwarded by a trusted backend, else that of the connection. */
export const clientAddress = ({ caller, ip }: FastifyRequest): string => caller.address ?? ip;

/**
 * The request's sender for handlers. Cookies it sets apply to the whole site and are hidden from scripts
 * unless `readable`.
 */
export function clientOf(request: FastifyRequest, reply: FastifyReply, secure: boolean): Client {
  return {
    address: clientAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    acceptLanguage: askedLanguage(request) ?? request.headers['accept-language'] ?? '',
    accept: request.headers.accept ?? '',
    cookies: request.cookies,
    refusesTracking: request.headers['sec-gpc'] === '1' || request.headers.dnt === '1',
    isPrefetch: isPrefetch(request.headers),
    a2aVersion: one(request.headers['a2a-version']),
    mcpHeaders: mcpHeadersOf(request),
    origin: one(request.headers.origin),
    contentType: one(request.headers['content-type']),
    authorization: one(request.headers.authorization),
    stripeSignature: one(request.headers['stripe-signature']),
    lastEventId: lastEventIdOf(request),
    path: request.url,
    setCookie: (name, value, { maxAge, readable = false }) => {
      reply.setCookie(name, value, {
        path: '/',
        httpOnly: !readable,
        sameSite: 'lax',
        secure,
        ...(maxAge === undefined ? {} : { maxAge }),
      });
    },
    clearCookie: (name) => void reply.clearCookie(name, { path: '/' }),
    setHeader: (name, value) => void reply.header(name, value),
  };
}

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '');

const mcpHeadersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('mcp-') && typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );

const lastEventIdOf = ({ headers }: FastifyRequest): string | undefined => {
  const sent = headers['last-event-id'];
  return typeof sent === 'string' ? sent : undefined;
};

/**
 * Whether a browser prefetches the URL. `Sec-Purpose` is the standard. `Purpose` comes from older Chrome and
 * Safari, `X-Moz` from Firefox, `X-Purpose` from previews in Safari.
 */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? headers['x-purpose'];
  return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose));
}

/** Proxies whose X-Forwarded-For is trusted. None by default. */
export function trustedProxies({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string[] | false {
  const addresses = TRUST_PROXY.split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return addresses.length > 0 && addresses;
}

/** Returns the client's address by the rules of Fastify's `request.ip`, for requests that bypass Fastify. */
export function createReadAddress(config: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const proxies = trustedProxies(config);
  if (!proxies) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile(proxies);
  return (request) => proxyAddress.all(request, isTrusted).at(-1) ?? '';
}
