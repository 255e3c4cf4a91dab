import { count, flag, text } from './setting.ts';

/** Time limits, admission under load, and limits for all requests. */
export const loadSettings = {
  HEADERS_TIMEOUT: count('Timeout for request headers, in seconds', 20),
  REQUEST_TIMEOUT: count('Timeout for a whole request including uploads, in seconds', 300),
  CONCURRENT_READS: count('Reads that one process handles concurrently, per service', 8),
  CONCURRENT_WRITES: count('Writes that one process handles concurrently, per service', 12),
  REQUEST_QUEUE_LIMIT: count(
    'Requests that may queue, for reads and writes each; more get 503 immediately',
    500,
    0,
  ),
  REQUEST_QUEUE_TIMEOUT: count('Milliseconds that a request may queue before it gets 503', 1000),
  RATE_LIMITS: flag('Enforce rate limits; set to false only for load tests', true),
  PAGE_LIMIT: count('Pages per network address in 5 minutes', 3000),
  PAGE_CACHE_MIB: count('Memory for cached public pages of signed-out visitors, in MiB; 0: no cache', 8, 0),
  OUTBOUND_ALLOW: text(
    'Private networks that outbound requests may reach (comma-separated CIDR); for tests and intranets',
  ),
} as const;
