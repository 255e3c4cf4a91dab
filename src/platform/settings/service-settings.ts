import { Type } from 'typebox';
import { count, port, text } from './setting.ts';

/** Addresses of the two services, and how their processes run. */
export const serviceSettings = {
  PLAZA_PORT: port('Port of Plaza, the social network', 3000),
  HOP_PORT: port('Port of Hop, the link shortener', 3001),
  HOST: text('Address both services listen on', '0.0.0.0'),
  PLAZA_URL: text(
    'Public address of Plaza, used to the character in every absolute address; default http://localhost:PLAZA_PORT',
  ),
  HOP_URL: text('Public address of Hop; default http://localhost:HOP_PORT'),
  DATA_DIR: text('Folder of everything kept on disk: database, uploads, click spool, secret key', '.data'),
  WORKERS: count('Processes that serve requests on this machine', 1),
  TRUST_PROXY: text(
    'Addresses of reverse proxies whose X-Forwarded-* headers are believed (comma-separated, CIDR allowed); empty: none',
  ),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    description: 'How much is logged',
    default: 'info',
  }),
  METRICS_TOKEN: text(
    'Token with which /metrics is read from anywhere (Authorization: Bearer …); empty: from private addresses alone',
  ),
  SECURITY_CONTACT: text(
    'Where security.txt sends reports of vulnerabilities (https:// or mailto:); empty: the contact page',
  ),
} as const;
