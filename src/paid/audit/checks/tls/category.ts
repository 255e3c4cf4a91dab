import type { Category } from '../../audit.ts';
import { certificateChecks } from './certificate.ts';
import { connectionChecks } from './connection.ts';
import { gatherTls, type TlsFacts } from './facts.ts';

export const tlsCategory: Category<TlsFacts> = {
  id: 'tls',
  title: 'Encryption',
  weight: 15,
  gather: gatherTls,
  checks: [...certificateChecks, ...connectionChecks],
};
