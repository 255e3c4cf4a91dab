import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { msg, Problem } from '../../../kernel/problem.ts';
import { seconds } from '../../../kernel/time.ts';
import type { App, Viewer } from '../../app.ts';
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

/** Links that save something. */
const savingLinks = new Set(['/dashboard/first', '/api/oauth', '/api/authorize']);

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

interface Space {
  isFull: boolean;
  /** of the process, in milliseconds */
  checkedAt: number;
}

/** What each process knows of its disk. */
const spaces = new WeakMap<Config, Space>();

/** Whether the disk has less than `DISK_RESERVE_MIB`, as of some seconds ago. */
export function isDiskFull(app: Pick<App, 'config' | 'log'>): boolean {
  const space = spaces.get(app.config);
  if (!space || performance.now() - space.checkedAt > pollEvery) void checkSpace(app);
  return space?.isFull === true;
}

/** Looks at the disk, and says so in the log if it became full or has space again. */
export async function checkSpace({ config, log }: Pick<App, 'config' | 'log'>): Promise<void> {
  const reserve = config.DISK_RESERVE_MIB * 1024 ** 2;
  if (reserve === 0) return;
  const former = spaces.get(config)?.isFull === true;
  spaces.set(config, { isFull: former, checkedAt: performance.now() });
  try {
    const free = await freeBytes(config);
    const isFull = free < reserve;
    freeSpace.set(free);
    if (isFull !== spaces.get(config)?.isFull)
      log[isFull ? 'error' : 'warn'](
        { free },
        isFull ? 'the disk is full: changes are refused' : 'the disk has space again: changes are saved',
      );
    spaces.set(config, { isFull, checkedAt: performance.now() });
  } catch (error) {
    log.warn({ err: error }, 'the free space of the disk is unknown');
  }
}

/** Throws while the disk is full, except for operators, who can delete. */
export function refuseOnFullDisk(app: App, viewer: Viewer | undefined): void {
  if (viewer?.role === 'operator' || !isDiskFull(app)) return;
  throw new Problem(
    'unavailable',
    msg('The disk of the server is full, so nothing can be saved at the moment. Try again later.'),
    { retryAfter },
  );
}

/**
 * Refuses changes while the disk has less than `DISK_RESERVE_MIB`, before the database and the clicks run out of space.
 * Reads and redirects go on, and operators can delete.
 */
export function refuseWritesOnFullDisk(server: FastifyInstance, app: App, service: string): void {
  if (app.config.DISK_RESERVE_MIB === 0) return;
  server.addHook('onReady', () => checkSpace(app));
  const timer = setInterval(() => void checkSpace(app), pollEvery).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
  // After the caller is known, and before files are received.
  server.addHook('preValidation', (request, _reply, done) => {
    if (!isChange(request)) return done();
    try {
      refuseOnFullDisk(app, request.caller.viewer);
      done();
    } catch (error) {
      refusedRequests.inc({ service, kind: 'full disk' });
      done(error as Error);
    }
  });
}

function isChange(request: FastifyRequest): boolean {
  const { config, url = '' } = request.routeOptions;
  if (isRead(request)) return savingLinks.has(url);
  return config.endpoint?.scope !== 'read' && !spared.has(url);
}
