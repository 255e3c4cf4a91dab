import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inLanguage, setLanguage } from '../../../kernel/translation/current-language.ts';
import {
  firstSpoken,
  isInterfaceLanguage,
  negotiateLanguage,
  type InterfaceLanguage,
} from '../../../kernel/translation/languages.ts';
import type { Viewer } from '../caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reader's language: their setting, else their cookie, else Accept-Language. */
    language: InterfaceLanguage;
  }
}

/** The language that somebody who is not signed in reads: `lang` is their cookie. */
export const languageFor = (
  lang: string | undefined,
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): InterfaceLanguage =>
  lang !== undefined && isInterfaceLanguage(lang) ? lang : negotiateLanguage(headers['accept-language']);

/**
 * Answers in this scope are in the language of their reader. It is entered again once the body is read: what reads a body
 * continues from the connection, outside of the request.
 */
export function useLanguage(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.language = languageFor(request.cookies.lang, request.headers);
    inLanguage(request.language, done);
  });
  scope.addHook('preValidation', (request, _reply, done) => inLanguage(request.language, done));
}

/** From here on the caller is known, and the language they chose. */
export function readAs(viewer: Pick<Viewer, 'language'> | undefined, request: FastifyRequest): void {
  const chosen = viewer?.language && firstSpoken([viewer.language]);
  if (!chosen) return;
  request.language = chosen;
  setLanguage(chosen);
}
