import type { FastifyReply, FastifyRequest } from 'fastify';
import { toast } from '../../../web/components/toast.ts';
import type { Flash, Redirect } from '../endpoint.ts';
import { setHeaders } from '../security-headers.ts';

/** Sends a redirect. A form whose page stays as it is gets only the toast that says what was done. */
export function sendRedirect(
  { to, flash, status, headers }: Redirect,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
): FastifyReply {
  if (headers) return setHeaders(reply, headers).status(status).send();
  if (request.headers['x-in-place'] !== undefined)
    return reply.type('text/html; charset=utf-8').send(flash ? toast(flash).text : '');
  if (flash) {
    const value = Buffer.from(JSON.stringify(flash)).toString('base64url');
    reply.setCookie('flash', value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 60 });
  }
  return reply.redirect(forHeader(to), status);
}

/** Percent-encodes characters that are not allowed in headers. */
const forHeader = (address: string) =>
  address.replace(/[^\x21-\x7e]+/g, (odd) => encodeURIComponent(odd.toWellFormed()));

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
