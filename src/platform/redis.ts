import type { Redis } from 'iovalkey';
import type { Log } from './logging/log.ts';

export type { Redis } from 'iovalkey';

/**
 * Opens a client of Redis or Valkey that reconnects automatically. While disconnected, commands fail
 * immediately, so callers can fall back.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const { Redis: Client } = await import('iovalkey');
  const redis = new Client(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3000,
    commandTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5000),
  });
  let quiet = false;
  redis.on('error', (error: Error) => {
    if (!quiet) log.warn({ err: error }, 'Redis is unavailable');
    quiet = true;
  });
  redis.on('ready', () => (quiet = false));
  await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
  return redis;
}
