import type { FastifyReply, FastifyRequest } from 'fastify';
import { toast } from '../../../web/components/toast.ts';
import { type Flash, type Redirect, operationId, type Page } from '../endpoint.ts';
import { setHeaders } from '../security-headers.ts';
import { confirmationNames, hidden } from '../../../web/components/confirmation.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { pageHeader } from '../../../web/components/surfaces.ts';
import { html, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';
import { formKeyField, formPage } from '../form-keys.ts';

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

/**
 * The page that asks before a form is handled, if it came from a browser without scripts: with them, the question was
 * answered in a dialog, and its fields are not sent. Files cannot be sent again, so their forms ask nothing.
 */
export function confirmationOf(
  request: Pick<FastifyRequest, 'body' | 'url' | 'uploads' | 'headers' | 'host'>,
): View | undefined {
  const { body, url, uploads } = request;
  if (uploads.length > 0 || typeof body !== 'object' || body === null) return undefined;
  const fields = body as Readonly<Record<string, unknown>>;
  const { question, label, kind } = confirmationNames;
  const asked = fields[question];
  if (typeof asked !== 'string' || asked === '') return undefined;
  const own: readonly string[] = [...Object.values(confirmationNames), formKeyField];
  const said = textOf(fields[label]) ?? t('Continue');
  const sent = Object.entries(fields).filter(([name]) => !own.includes(name));
  return {
    title: said,
    shape: 'plain',
    body: html`${pageHeader({ title: said })}
      <form class="form" action="${url}" method="post">
        <p>${asked.replaceAll(/\{(\w+)\}/g, (all, name: string) => textOf(fields[name])?.trim() ?? all)}</p>
        ${sent.map(([name, value]) =>
          Array.isArray(value)
            ? value.map((each) => hidden(`${name}[]`, textOf(each) ?? ''))
            : hidden(name, textOf(value) ?? ''),
        )}
        <div class="form-actions">
          ${button({ label: said, kind: fields[kind] === 'primary' ? 'primary' : 'danger' })}
          ${linkButton({ label: t('Cancel'), href: formPage(request), kind: 'plain' })}
        </div>
      </form>`,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const markup = (description: string) => ({
  description,
  content: {
    'text/html': { schema: { type: 'string' }, example: '<!doctype html><html lang="en">…</html>' },
  },
});

/** Pages can redirect. Documents cannot. */
const answersOf = (type: string | undefined, example: unknown) =>
  type === undefined
    ? { 200: markup('A page for the user'), 302: { description: t('The redirect URL'), type: 'null' } }
    : { 200: { description: t('The document'), content: { [type]: { schema: {}, example } } } };

/** The schema of a page that clients need to know, for `/openapi.json`. */
export const describedPage = (
  method: Page['method'],
  path: string,
  { summary, description, tag, type, example }: NonNullable<Page['described']>,
) => ({
  operationId: operationId(method, path),
  summary,
  description,
  tags: [tag],
  security: [],
  response: {
    ...answersOf(type, example),
    '4xx': markup('A page with the error'),
  },
});
