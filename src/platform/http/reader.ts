import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import {
  firstSupported,
  inLanguage,
  type InterfaceLanguage,
  isInterfaceLanguage,
  negotiateLanguage,
  setLanguage,
} from '../../web/translation/languages.ts';
import type { Viewer } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reader's language: their setting, else the cookie, else Accept-Language. */
    language: InterfaceLanguage;
  }
}

/** The language of a signed-out reader. `lang` is the cookie's value. */
export const languageFor = (
  lang: string | undefined,
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): InterfaceLanguage =>
  lang !== undefined && isInterfaceLanguage(lang) ? lang : negotiateLanguage(headers['accept-language']);

/**
 * Runs the requests of a scope in their reader's language and time zone, which scripts of pages store in a cookie.
 * Entered again after the body is read, because body
 * parsing continues from the connection's context.
 */
export function useLanguage(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.language = languageFor(request.cookies.lang, request.headers);
    inLanguage(request.language, done, request.cookies.time_zone);
  });
  scope.addHook('preValidation', (request, _reply, done) =>
    inLanguage(request.language, done, request.cookies.time_zone),
  );
}

/** The language that an app asks for by name, such as `x-lang: en_us`. The viewer's setting does not change it. */
export const askedLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const sent = headers['x-lang'];
  return typeof sent === 'string' ? sent.slice(0, 35).replaceAll('_', '-') : undefined;
};

/** Switches to the language that an app asks for, if it is supported. */
export function useAskedLanguage(request: FastifyRequest): void {
  const asked = firstSupported([askedLanguage(request) ?? '']);
  if (!asked) return;
  request.language = asked;
  setLanguage(asked);
}

/** Switches to the caller's chosen language after they are identified. */
export function useViewerLanguage(
  viewer: Pick<Viewer, 'language'> | undefined,
  request: FastifyRequest,
): void {
  const chosen = viewer?.language && firstSupported([viewer.language]);
  if (!chosen || firstSupported([askedLanguage(request) ?? ''])) return;
  request.language = chosen;
  setLanguage(chosen);
}

export type Theme = 'auto' | 'light' | 'dark';

/** The theme in the cookie. Invalid values count as none. */
export const themeOf = ({ cookies: { theme } }: Pick<FastifyRequest, 'cookies'>): Theme =>
  theme === 'light' || theme === 'dark' ? theme : 'auto';
