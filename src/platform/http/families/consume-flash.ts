import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Flash } from '../endpoint.ts';

/** Returns the flash message of the previous page, which is shown once. */
export function consumeFlash(request: FastifyRequest, reply: FastifyReply): Flash | null {
  const sent = request.cookies.flash;
  if (sent === undefined) return null;
  reply.clearCookie('flash', { path: '/' });
  try {
    const { kind, text } = JSON.parse(Buffer.from(sent, 'base64url').toString()) as Partial<Flash>;
    return typeof text === 'string'
      ? { kind: kind === 'success' || kind === 'error' ? kind : 'info', text }
      : null;
  } catch {
    return null;
  }
}
