import type { IncomingMessage, ServerResponse } from 'node:http';
import type { InterfaceLanguage } from '../../kernel/translation/languages.ts';
import type { Assets } from '../../platform/http/assets/assets.ts';
import { languageFor } from '../../platform/http/reader.ts';
import { transportHeaders } from '../../platform/http/security-headers.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Forward, RefusalKind } from './targeting/decide.ts';
import type { Parameter } from './targeting/targets.ts';
import { createRefusalPages, type RefusalPage } from './views.ts';

/** Responses that need no rendered page, written to the socket directly. */
export interface Answers {
  forward(response: ServerResponse, decision: Pick<Forward, 'status' | 'to'>): void;
  refuse(response: ServerResponse, kind: RefusalKind): void;
  /** Sends 405 with the methods that the link allows. */
  refuseMethod(response: ServerResponse, allow: string): void;
  page(kind: RefusalKind, language: InterfaceLanguage): RefusalPage;
  /** From now on, closes connections after each response. */
  drain(): void;
}

export function createAnswers(assets: Assets, config: Pick<Config, 'secureCookies'>): Answers {
  const transport = transportHeaders(config);
  const forwards = [...forwardHeaders, ...transport];
  const page = createRefusalPages(assets, transport);
  let isDraining = false;
  return {
    forward: (response, { status, to }) => {
      response.writeHead(status, [...(isDraining ? lastAnswer : []), ...forwards, 'Location', to]);
      response.end();
    },
    refuse: (response, kind) => {
      const { status, headers, body } = page(kind, languageOf(response.req));
      response.writeHead(status, [...(isDraining ? lastAnswer : []), ...headers]);
      response.end(body, 'latin1');
    },
    refuseMethod: (response, allow) => {
      const body = `This link accepts ${allow}\n`;
      response.writeHead(405, [
        ...(isDraining ? lastAnswer : []),
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
    drain: () => {
      isDraining = true;
    },
  };
}

/**
 * Determines the language before Fastify parses the request: the cookie of the chosen language, or else the
 * browser's preference.
 */
const languageOf = ({ headers }: IncomingMessage): InterfaceLanguage =>
  languageFor(/(?:^|; ?)lang=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1], headers);

/** Never cached, whatever the status, because every visit is counted and link changes apply immediately. */
export const forwardHeaders = [
  'Cache-Control', 'private, max-age=0, no-store',
  'Referrer-Policy', 'strict-origin-when-cross-origin',
  'Content-Length', '0',
]; // prettier-ignore

const lastAnswer = ['Connection', 'close'];

/**
 * Returns a URL unchanged, unless it has characters not allowed in headers: non-ASCII, spaces or line breaks.
 */
export const forHeader = (address: string): string =>
  /^[\x21-\x7e]*$/.test(address) ? address : (URL.parse(address)?.href ?? encodeURI(address.toWellFormed()));

/**
 * Appends query parameters to a URL. Existing parameters keep their order and spelling, except that those of
 * the same name are replaced. The fragment stays last. App URLs are returned unchanged.
 */
export function append(address: string, parameters: readonly Parameter[]): string {
  return appendPairs(
    address,
    parameters.map(({ name, value }) => new URLSearchParams([[name, value]]).toString()),
  );
}

/** Appends the pairs of a raw query string, except those whose name is in `except`. */
export function appendQuery(address: string, query: string, except: ReadonlySet<string>): string {
  const pairs = query.split('&').filter((pair) => pair !== '' && !except.has(nameOf(pair)));
  return appendPairs(address, pairs.map(encodeBytes));
}

function appendPairs(address: string, pairs: readonly string[]): string {
  if (pairs.length === 0 || !/^https?:/i.test(address)) return address;
  const [, path = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const replaced = new Set(pairs.map(nameOf));
  const remaining = (query ?? '').split('&').filter((pair) => pair !== '' && !replaced.has(nameOf(pair)));
  return `${path}?${[...remaining, ...pairs].join('&')}${fragment}`;
}

/**
 * Percent-encodes non-ASCII bytes, which Node decodes as latin1, and characters that would start a fragment.
 */
const encodeBytes = (text: string): string =>
  text.replaceAll(
    /[^!"$-~]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys();
  return name;
}
