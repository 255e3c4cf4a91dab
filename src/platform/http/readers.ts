import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { carriedFor, type ReplicaReader } from '../database/connections/replicas.ts';
import { isRead } from './methods.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The database of a request that reads, if there are replicas. */
    reader: ReplicaReader | undefined;
  }
}

/** The cookie with the position of the last change, so that whoever made it sees it wherever the next request goes. */
const cookie = 'seen';

/**
 * Returns the database for a request: a replica if it only reads and there is one. What is cached for strangers is
 * read from the primary, because a replica may not have the change yet that emptied the cache.
 */
export function databaseFor({ db, replicas }: App, request: FastifyRequest, isCached: boolean): App['db'] {
  if (!replicas || !isRead(request) || (isCached && !request.caller.viewer)) return db;
  const since = replicas.mustSee(accountOf(request), request.cookies[cookie]);
  request.reader = replicas.openReader(since);
  return request.reader.db;
}

const accountOf = ({ caller }: FastifyRequest) => (caller.workspace?.member ?? caller.viewer)?.id;

/** Makes whoever has changed something see it in the next requests. */
export function carryWrites(server: FastifyInstance, { replicas, log, config }: App): void {
  server.decorateRequest('reader', undefined);
  if (!replicas) return;
  server.addHook('onSend', async (request, reply) => {
    const { endpoint, pages } = request.routeOptions.config;
    if ((!endpoint && !pages) || (isRead(request) && !request.reader?.hasWritten())) return;
    try {
      const position = await replicas.noteWrite(accountOf(request));
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.secureCookies } as const;
      if (pages) reply.setCookie(cookie, position, { ...options, maxAge: carriedFor / 1000 });
    } catch (error) {
      log.warn({ err: error }, 'the position of a change could not be noted');
    }
  });
}
