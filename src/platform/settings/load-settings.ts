import { count, flag, text } from './setting.ts';

/** Time limits, admission under load, and limits for all requests. */
export const loadSettings = {
  HEADERS_TIMEOUT: count('Seconds within which the headers of a request must arrive', 20),
  REQUEST_TIMEOUT: count('Seconds within which a whole request must arrive, uploads too', 300),
  READS_AT_ONCE: count(
    'Reads of pages and APIs that one process works on at once, each service by itself',
    8,
  ),
  WRITES_AT_ONCE: count('The same for forms and other writes', 12),
  REQUESTS_WAITING: count(
    'Reads, and writes, that may wait for their turn; more are refused with 503 at once',
    500,
    0,
  ),
  REQUEST_WAIT: count(
    'Milliseconds that a request may wait for its turn before it is refused with 503',
    1000,
  ),
  RATE_LIMITS: flag('Enforce rate limits; false only for load tests', true),
  PAGE_LIMIT: count('Pages that one network address may ask for in 5 minutes', 3000),
  PAGE_CACHE_MIB: count(
    'Memory for public pages as those see them who are not signed in, in MiB; 0: none are kept',
    8,
    0,
  ),
  OUTBOUND_ALLOW: text(
    'Private addresses that outbound requests may reach all the same (comma-separated CIDR); for tests and intranets',
  ),
} as const;
