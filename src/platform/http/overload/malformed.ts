import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, msg } from '../../../kernel/problem.ts';
import type { App } from '../../app.ts';
import type { Family } from '../family.ts';
import { transportHeaders } from '../security-headers.ts';

/** Statuses of requests that Node rejects before a handler sees them. All others are 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Number of chunks from which on their average size matters. */
const maxTinyChunks = 2000;
/** Bytes of a chunk that is smaller than those of any client. */
const tinyChunk = 16;

const messageOf = (status: number) => {
  if (status === 408) return msg('The request took too long to arrive');
  if (status === 413) return msg('The request is too large');
  if (status === 431) return msg('The URL and headers of the request are too long');
  if (status === 405) return msg('This server is not a proxy');
  if (status === 417) return msg('The Expect header is not supported');
  return msg('The request is not valid HTTP');
};

/** Answers requests that are not valid HTTP in the format of the service's API, because clients are programs. */
export function answerMalformed(app: App, family: Family) {
  const [name, value] = transportHeaders(app.config);
  const transport = name === undefined ? [] : [`${name}: ${value ?? ''}`];
  const write = (socket: Socket, status: number): void => {
    const problem = new Problem('invalid', messageOf(status));
    const body = JSON.stringify(family.refuse(app, problem));
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        'X-Content-Type-Options: nosniff',
        ...transport,
        'Connection: close',
        `\r\n${body}`,
      ].join('\r\n'),
    );
  };
  const ended = new WeakSet<Socket>();
  const end = (socket: Socket, status: number): void => {
    // Node reports each part that still arrives.
    if (ended.has(socket)) return;
    ended.add(socket);
    // A response may be on its way, and anything written into it would look like a part of it.
    if (socket.writable && !isAnswering(socket)) write(socket, status);
    socket.destroySoon();
  };
  return {
    /** For errors of the parser. */
    clientError: (error: Error & { code?: string }, socket: Socket): void => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      end(socket, statuses[error.code ?? ''] ?? 400);
    },
    /** Ends a request whose body comes in tiny chunks: each costs what a kilobyte of a large one does. */
    boundChunks: (request: IncomingMessage): void => {
      if (request.headers['transfer-encoding'] === undefined) return;
      const push = request.push.bind(request);
      let [chunks, bytes] = [0, 0];
      let isOver = false;
      request.push = (chunk: Buffer | null) => {
        chunks += 1;
        bytes += chunk?.length ?? 0;
        if (!isOver && (chunks <= maxTinyChunks || bytes >= chunks * tinyChunk)) return push(chunk);
        if (!isOver) end(request.socket, 413);
        isOver = true;
        return false;
      };
    },
    /** For requests that Node itself would answer without a body. */
    listen: (server: Server): void => {
      server.on('checkExpectation', ({ socket }: IncomingMessage) => write(socket, 417));
      server.on('connect', (_request: IncomingMessage, socket: Socket) => write(socket, 405));
    },
  };
}

/** Whether Node has sent the head of a response whose end is missing. */
const isAnswering = (socket: Socket): boolean =>
  (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent === true;

/** Whether a Host header is missing where HTTP requires it, repeated or not a host, which RFC 9112 rejects. */
export function hasBadHost(request: IncomingMessage): boolean {
  const { headers, httpVersion } = request;
  const { host } = headers;
  if (host === undefined) return httpVersion !== '1.0';
  if (!hostForm.test(host)) return true;
  return repeatsHost(request);
}

/** Whether there are several Host headers, of which Node drops all but the first. Cheap enough for redirects. */
export function repeatsHost({ rawHeaders }: IncomingMessage): boolean {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found > 1;
}

const hostForm = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;
