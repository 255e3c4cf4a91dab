import { seconds } from '../kernel/time.ts';
import type { Cluster, Redis, RedisOptions } from 'iovalkey';
import type { Log } from './logging/log.ts';

export type { Cluster, Redis } from 'iovalkey';

const ports = { sentinel: 26_379, cluster: 6379 } as const;
const severalAddress =
  /^(rediss?)\+(sentinel|cluster):\/\/(?:([^\s:@/]*):([^\s@/]*)@)?([^\s/@?#]{1,2000})(?:\/([\w.-]{1,100}))?(?:\/(\d{1,3}))?$/;

interface Node {
  host: string;
  port: number;
}

/** An address with several hosts, and the options that all of its connections have. */
interface Several {
  kind: keyof typeof ports;
  nodes: Node[];
  /** The name that sentinels know the server by. */
  name: string;
  options: RedisOptions;
}

/**
 * Parses the address of sentinels (`redis+sentinel://:password@host1:26379,host2,host3/name/0`) or of a cluster
 * (`redis+cluster://:password@host1:6379,host2,host3`). Undefined for anything else. Name and password are those of
 * the servers, not of the sentinels.
 */
export function parseSeveral(address: string): Several | undefined {
  const [, scheme, found, username, password, hosts, name = '', db] = severalAddress.exec(address) ?? [];
  if (hosts === undefined || (found !== 'sentinel' && found !== 'cluster')) return undefined;
  const isComplete = found === 'sentinel' ? name !== '' : name === '' && db === undefined;
  const urls = hosts.split(',').map((each) => URL.parse(`redis://${each}`));
  if (!isComplete || !urls.every((each) => each !== null && each.hostname !== '')) return undefined;
  return {
    kind: found,
    nodes: urls.map((each) => ({
      host: each?.hostname.replace(/^\[|\]$/g, '') ?? '',
      port: each?.port ? Number(each.port) : ports[found],
    })),
    name,
    options: {
      ...(db !== undefined && { db: Number(db) }),
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(scheme === 'rediss' && { tls: {} }),
    },
  };
}

/** Whether `openRedis` can read the address. */
export const isRedisAddress = (address: string): boolean =>
  /^rediss?:\/\//.test(address) || parseSeveral(address) !== undefined;

const common = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 3000,
  commandTimeout: 2000,
} satisfies RedisOptions;
const retryWithin = (longest: number) => (attempt: number) => Math.min(attempt * 200, longest);
/** A failover takes seconds, of which none should be waited for in vain. */
const retrySoon = retryWithin(seconds(1));

/**
 * Opens a client of Redis or Valkey that reconnects automatically. While disconnected, commands fail
 * immediately, so callers can fall back. A command has one key, since a cluster keeps others elsewhere.
 */
export async function openRedis(url: string, log: Log): Promise<Redis | Cluster> {
  const several = parseSeveral(url);
  if (several?.kind !== 'cluster') return openSubscriber(url, log);
  const { Cluster: Client } = await import('iovalkey');
  return whenReady(
    new Client(several.nodes, {
      enableOfflineQueue: false,
      clusterRetryStrategy: retrySoon,
      slotsRefreshTimeout: common.connectTimeout,
      redisOptions: { ...common, ...several.options },
    }),
    log,
  );
}

/** Opens a client that can subscribe. Every node of a cluster has all messages, so it stays at one that answers. */
export async function openSubscriber(url: string, log: Log): Promise<Redis> {
  const { Redis: Client } = await import('iovalkey');
  const several = parseSeveral(url);
  if (!several) return whenReady(new Client(url, { ...common, retryStrategy: retryWithin(seconds(5)) }), log);
  const { kind, nodes, name, options } = several;
  if (kind === 'sentinel')
    return whenReady(
      new Client({
        ...common,
        ...options,
        retryStrategy: retrySoon,
        sentinels: nodes,
        name,
        ...(options.tls && { enableTLSForSentinelMode: true }),
        // Leaves a server that is no longer the one to write to, even if the connection stands.
        failoverDetector: true,
        sentinelRetryStrategy: retrySoon,
      }),
      log,
    );
  const client = new Client({
    ...common,
    ...options,
    ...nodes[0],
    retryStrategy: (attempt) => {
      Object.assign(client.options, nodes[attempt % nodes.length]);
      return retrySoon(attempt);
    },
  });
  return whenReady(client, log);
}

/** Waits for the first connection or its failure, and logs the first error of each time without one. */
async function whenReady<T extends Redis | Cluster>(redis: T, log: Log): Promise<T> {
  let quiet = false;
  redis.on('error', (error: Error) => {
    if (!quiet) log.warn({ err: error }, 'Redis is unavailable');
    quiet = true;
  });
  redis.on('ready', () => (quiet = false));
  await new Promise((resolve) => redis.once('ready', resolve).once('close', resolve));
  return redis;
}
