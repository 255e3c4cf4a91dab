import { Type } from 'typebox';
import { count, port, text } from './setting.ts';

/** URLs of the two services, and settings of their processes. */
export const serviceSettings = {
  PLAZA_PORT: port('Port of Plaza, the social network', 3000),
  HOP_PORT: port('Port of Hop, the link shortener', 3001),
  HOST: text('Address both services listen on', '0.0.0.0'),
  PLAZA_URL: text(
    'Public URL of Plaza, used verbatim in every absolute URL; default http://localhost:PLAZA_PORT',
  ),
  HOP_URL: text('Public URL of Hop; default http://localhost:HOP_PORT'),
  DATA_DIR: text('Folder for all data on disk: database, uploads, click spool, secret key', '.data'),
  WORKERS: count('Number of server processes', 1),
  TRUST_PROXY: text(
    'Addresses of reverse proxies whose X-Forwarded-* headers are trusted (comma-separated, CIDR allowed); empty: none',
  ),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    description: 'Log level',
    default: 'info',
  }),
  METRICS_TOKEN: text(
    'Token for /metrics from anywhere (Authorization: Bearer …); empty: private addresses only',
  ),
  SECURITY_CONTACT: text(
    'Contact for vulnerability reports in security.txt (https:// or mailto:); empty: the contact page',
  ),
} as const;
