import { seconds } from '../kernel/time.ts';
import type { Redis, RedisOptions } from 'iovalkey';
import type { Log } from './logging/log.ts';

export type { Redis } from 'iovalkey';

const sentinelPort = 26_379;
const sentinelAddress =
  /^(rediss?)\+sentinel:\/\/(?:([^\s:@/]*):([^\s@/]*)@)?([^\s/@?#]{1,2000})\/([\w.-]{1,100})(?:\/(\d{1,3}))?$/;

/**
 * The options of an address with sentinels (`redis+sentinel://:password@host1:26379,host2,host3/name/0`), or undefined.
 * Name and password are those of the server that they watch.
 */
export function sentinelOptions(address: string): RedisOptions | undefined {
  const [, scheme, username, password, hosts, name, db = '0'] = sentinelAddress.exec(address) ?? [];
  if (hosts === undefined || name === undefined) return undefined;
  const sentinels = hosts.split(',').map((each) => URL.parse(`redis://${each}`));
  if (!sentinels.every((each) => each !== null && each.hostname !== '')) return undefined;
  return {
    sentinels: sentinels.map((each) => ({
      host: each?.hostname.replace(/^\[|\]$/g, '') ?? '',
      port: each?.port ? Number(each.port) : sentinelPort,
    })),
    name,
    db: Number(db),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(scheme === 'rediss' && { tls: {}, enableTLSForSentinelMode: true }),
    // Leaves a server that is no longer the one to write to, even if the connection stands.
    failoverDetector: true,
    sentinelRetryStrategy: (attempt) => Math.min(attempt * 200, seconds(1)),
  };
}

/** Whether `openRedis` can read the address. */
export const isRedisAddress = (address: string): boolean =>
  address.includes('+sentinel:') ? sentinelOptions(address) !== undefined : /^rediss?:\/\//.test(address);

/**
 * Opens a client of Redis or Valkey that reconnects automatically. While disconnected, commands fail
 * immediately, so callers can fall back.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  const { Redis: Client } = await import('iovalkey');
  const sentinels = sentinelOptions(url);
  const options: RedisOptions = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3000,
    commandTimeout: 2000,
    // A failover takes seconds, of which none should be waited for in vain.
    retryStrategy: (attempt) => Math.min(attempt * 200, sentinels ? seconds(1) : seconds(5)),
  };
  const redis = sentinels ? new Client({ ...options, ...sentinels }) : new Client(url, options);
  let quiet = false;
  redis.on('error', (error: Error) => {
    if (!quiet) log.warn({ err: error }, 'Redis is unavailable');
    quiet = true;
  });
  redis.on('ready', () => (quiet = false));
  await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
  return redis;
}
