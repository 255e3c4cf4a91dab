import { totalmem } from 'node:os';
import process from 'node:process';

const megabyte = 1024 ** 2;

/**
 * The server's settings for a machine that it shares with us. They are arguments rather than a file, so that the code is the
 * only place that says them. `fsync` and `synchronous_commit` stay on: what was acknowledged is kept.
 */
export function serverSettings(own: Record<string, string> = {}): Record<string, string> {
  const memory = memoryInMegabytes();
  return {
    listen_addresses: '', // the socket's folder says who may connect
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${between(64, Math.floor(memory / 8), 1024)}MB`,
    effective_cache_size: `${Math.floor(memory / 2)}MB`,
    maintenance_work_mem: `${between(32, Math.floor(memory / 32), 256)}MB`,
    work_mem: '8MB',
    random_page_cost: '1.1', // no spinning disk
    jit: 'off', // short queries
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse', // the details of an error quote people's data
    ...own,
  };
}

/** The memory of the machine, or of its container if that has less. */
function memoryInMegabytes(): number {
  const allowed = process.constrainedMemory();
  return Math.floor((allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()) / megabyte);
}

function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
