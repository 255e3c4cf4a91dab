import { isAnswer, type Asker, type FailedRequest } from '../../ask.ts';
import type { Handshake } from '../../../../platform/outbound/handshake.ts';
import { withScheme, type Visit } from '../../visit.ts';

export interface TlsFacts {
  handshake: Handshake | FailedRequest;
  /** The results of handshakes that offer a single version. */
  modern: Handshake | FailedRequest;
  old: readonly (Handshake | FailedRequest)[];
  /** Certificate authorities that CAA records allow. */
  authorities: readonly string[] | undefined;
}

export type Tls = TlsFacts & { visit: Visit };

export async function gatherTls(ask: Asker, { target }: Visit): Promise<TlsFacts> {
  const url = withScheme(target, 'https:').href;
  const handshake = await ask.handshake(url);
  if (!isAnswer(handshake)) return { handshake, modern: handshake, old: [], authorities: undefined };
  const [modern, oldest, old, authorities] = await Promise.all([
    ask.handshake(url, 'TLSv1.3'),
    ask.handshake(url, 'TLSv1'),
    ask.handshake(url, 'TLSv1.1'),
    ask.records.authorities(target.hostname).catch(() => undefined),
  ]);
  return { handshake, modern, old: [oldest, old], authorities };
}

/** Whether the server refused a handshake. A timeout is inconclusive. */
export function isRefused({ problem }: FailedRequest): boolean {
  const { code } = (problem.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(ERR_SSL|ECONNRESET|EPROTO|EPIPE)/.test(code);
}
