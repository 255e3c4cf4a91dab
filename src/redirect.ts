// Redirects only, in a small process without pages, APIs and jobs: `npm run start:redirect`. Everything else is answered by another
// machine.
import { existsSync } from 'node:fs';
import { createServer, Agent, request as ask } from 'node:http';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import closeWithGrace from 'close-with-grace';
import { openRedirect } from './links/redirect/open-redirect.ts';
import type { Pass } from './links/redirect/record-click.ts';
import type { Responses } from './links/redirect/responses.ts';
import { transportHeaders } from './platform/http/security-headers.ts';
import { createLog, watchStrayErrors } from './platform/logging/log.ts';
import { openApp } from './platform/open-app.ts';
import { type Config, loadConfig } from './platform/settings/config.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
const config = loadConfig({ ...process.env, ROLE: 'redirect' });
const log = createLog(config);
watchStrayErrors(log, (error) => {
  log.fatal({ err: error }, 'unexpected error');
  process.exit(1);
});
const forward = openUpstream(config);
const open = await openApp(config, { connectionString: config.DATABASE_URL }, log);
const redirect = await openRedirect(open.app, createAnswers(config), true);
const server = createServer({ requireHostHeader: false, keepAliveTimeout: 72_000 }, (request, response) => {
  if (request.url === '/healthz' || request.url === '/readyz') response.end('{"status":"ok"}\n');
  else redirect.handle(request, response, forward);
});
server.listen(config.HOP_PORT, config.HOST);
await once(server, 'listening');
log.info({ port: config.HOP_PORT, upstream: config.REDIRECT_UPSTREAM }, 'redirecting');
closeWithGrace({ delay: 20_000 }, async () => {
  server.close();
  server.closeIdleConnections();
  await redirect.close();
  await open.close();
});

/** Requests that are on their way to the other machine, or wait for a connection. */
const maxPassed = 1000;

/** Milliseconds without an answer of the other machine until a link is looked up here. */
const patience = 2000;

/** Passes a request on unchanged, with the address of the client. */
function openUpstream({ REDIRECT_UPSTREAM }: Config): Pass {
  const { hostname, port, protocol } = new URL(REDIRECT_UPSTREAM);
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const to = { hostname, port: port || (protocol === 'https:' ? 443 : 80), agent };
  let passed = 0;
  return (request, response, otherwise) => {
    const fail = otherwise ?? (() => refuseUnavailable(response));
    if (passed >= maxPassed) return fail();
    const { method, url, headers, socket } = request;
    const before = headers['x-forwarded-for'];
    const clients = [...(before === undefined ? [] : [before]), socket.remoteAddress ?? ''].join(', ');
    const sent = { ...headers, 'x-forwarded-for': clients, connection: 'keep-alive' };
    passed += 1;
    const upstream = ask(
      { ...to, method, path: url, headers: sent, ...(otherwise && { timeout: patience }) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    upstream.on('timeout', () => upstream.destroy());
    upstream.on('error', () => {
      if (response.headersSent) response.destroy();
      else fail();
    });
    upstream.on('close', () => (passed -= 1));
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  };
}

function refuseUnavailable(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' });
  response.end('The link could not be looked up. Try again in a moment.\n');
}

/** Redirects are sent from here, and the pages of links that do not redirect come from the other machine. */
function createAnswers(config: Config): Responses {
  const transport = transportHeaders(config);
  return {
    redirect: (response, { status, headers = [] }) => {
      response.writeHead(status, [...transport, ...headers]);
      response.end();
    },
    refuse: (response, kind) => {
      if (kind === 'unavailable') refuseUnavailable(response);
      else forward(response.req, response);
    },
    refuseMethod: (response) => forward(response.req, response),
    page: () => {
      throw new Error('This process has no pages');
    },
  };
}
