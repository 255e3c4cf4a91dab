import { totalmem } from 'node:os';
import process from 'node:process';

const megabyte = 1024 ** 2;

/**
 * The server's settings for a machine shared with the application. Passed as arguments rather than a file, so
 * the code is their only source. `fsync` and `synchronous_commit` stay on, so acknowledged commits are
 * durable.
 */
export function serverSettings(own: Record<string, string> = {}): Record<string, string> {
  const memory = memoryInMegabytes();
  return {
    listen_addresses: '', // access is controlled by the socket's folder
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${between(64, Math.floor(memory / 8), 1024)}MB`,
    effective_cache_size: `${Math.floor(memory / 2)}MB`,
    maintenance_work_mem: `${between(32, Math.floor(memory / 32), 256)}MB`,
    work_mem: '8MB',
    random_page_cost: '1.1', // tuned for SSDs
    jit: 'off', // queries are short
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse', // error details can quote personal data
    ...own,
  };
}

/** The memory of the machine, or of its container if lower. */
function memoryInMegabytes(): number {
  const allowed = process.constrainedMemory();
  return Math.floor((allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()) / megabyte);
}

function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
