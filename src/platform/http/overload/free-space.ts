import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { msg } from '../../../kernel/message.ts';
import { Problem } from '../../../kernel/problem.ts';
import { seconds } from '../../../kernel/time.ts';
import type { App } from '../../app.ts';
import { freeSpace, refusedRequests } from '../../logging/metrics.ts';
import type { Config } from '../../settings/config.ts';
import { isRead } from '../methods.ts';

const pollEvery = seconds(5);
const retryAfter = 60;

/** What an operator needs to get in, and everyone to get out and to end the access of others. Small changes. */
const spared = new Set([
  ...['/signin', '/signin/code', '/signin/code/again', '/signin/passkey', '/signin/passkey/options'],
  ...['/signout', '/signin/with/:slug/logout', '/apis/php/auth/signout', '/oauth2/revoke'],
  ...['/settings/sessions/end', '/settings/sessions/end-others', '/settings/password'],
  ...['/settings/agents/:id/disconnect', '/settings/agents/disconnect', '/settings/agents/apps/revoke'],
  '/dashboard/api/keys/:id/revoke',
]);

/** The bytes that are free for the data, on the fuller disk where the database is on another one. */
export async function freeBytes({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<number> {
  const folders = [dataFolder, join(dataFolder, 'postgres')].filter((folder) => existsSync(folder));
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    }),
  );
  return Math.min(...free);
}

/**
 * Refuses changes while the disk has less than `DISK_RESERVE_MIB`, before the database and the clicks run out of space.
 * Reads and redirects go on, and operators can delete.
 */
export function refuseWritesOnFullDisk(server: FastifyInstance, app: App, service: string): void {
  const reserve = app.config.DISK_RESERVE_MIB * 1024 ** 2;
  if (reserve === 0) return;
  let isFull = false;
  const check = async (): Promise<void> => {
    try {
      const free = await freeBytes(app.config);
      freeSpace.set(free);
      if (free < reserve !== isFull)
        app.log[isFull ? 'warn' : 'error'](
          { free },
          isFull ? 'the disk has space again: changes are saved' : 'the disk is full: changes are refused',
        );
      isFull = free < reserve;
    } catch (error) {
      app.log.warn({ err: error }, 'the free space of the disk is unknown');
    }
  };
  server.addHook('onReady', check);
  const timer = setInterval(() => void check(), pollEvery).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
  // After the caller is known, and before files are received.
  server.addHook('preValidation', (request, _reply, done) => {
    if (!isFull || !isChange(request)) return done();
    refusedRequests.inc({ service, kind: 'full disk' });
    done(
      new Problem(
        'unavailable',
        msg('The disk of the server is full, so nothing can be saved at the moment. Try again later.'),
        { retryAfter },
      ),
    );
  });
}

function isChange(request: FastifyRequest): boolean {
  const { config, url = '' } = request.routeOptions;
  if (isRead(request) || config.endpoint?.scope === 'read' || spared.has(url)) return false;
  return request.caller.viewer?.role !== 'operator';
}
