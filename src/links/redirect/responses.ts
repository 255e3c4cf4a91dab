import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InterfaceLanguage } from '../../web/translation/languages.ts';
import type { Assets } from '../../platform/http/assets/assets.ts';
import { languageFor } from '../../platform/http/reader.ts';
import { transportHeaders } from '../../platform/http/security-headers.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Redirect } from '../../platform/http/endpoint.ts';
import type { RefusalKind } from './targeting/decide.ts';
import { createRefusalPages, type RefusalPage } from './views.ts';

/** Responses that need no rendered page, written to the socket directly. */
export interface Responses {
  redirect(response: ServerResponse, redirect: Pick<Redirect, 'status' | 'headers'>): void;
  refuse(response: ServerResponse, kind: RefusalKind): void;
  /** Sends 405 with the methods that the link allows. */
  refuseMethod(response: ServerResponse, allow: string): void;
  page(kind: RefusalKind, language: InterfaceLanguage): RefusalPage;
}

export function createResponses(assets: Assets, config: Pick<Config, 'secureCookies'>): Responses {
  const transport = transportHeaders(config);
  const page = createRefusalPages(assets, transport);
  return {
    redirect: (response, { status, headers = [] }) => {
      response.writeHead(status, [...transport, ...headers]);
      response.end();
    },
    refuse: (response, kind) => {
      const { status, headers, body } = page(kind, languageOf(response.req));
      response.writeHead(status, headers);
      response.end(body, 'latin1');
    },
    refuseMethod: (response, allow) => {
      const body = `This link accepts ${allow}\n`;
      response.writeHead(405, [
        ...[
          'Allow',
          allow,
          'Content-Type',
          'text/plain; charset=utf-8',
          'Content-Length',
          String(body.length),
        ],
        ...['Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff', ...transport],
      ]);
      response.end(body);
    },
    page,
  };
}

/**
 * Determines the language before Fastify parses the request: the cookie of the chosen language, or else the
 * browser's preference.
 */
const languageOf = ({ headers }: IncomingMessage): InterfaceLanguage =>
  languageFor(/(?:^|; ?)lang=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1], headers);
