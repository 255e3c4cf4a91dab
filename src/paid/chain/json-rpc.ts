import { seconds } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isRecord } from '../wire/payment-header.ts';

export type ChainApp = Pick<App, 'config' | 'outbound' | 'log' | 'clock'>;

/** Thrown if a chain gives no usable response. */
export class ChainUnavailable extends Error {}

/** Returns the result of a JSON-RPC call. */
export async function callChain(
  app: ChainApp,
  url: string,
  method: string,
  params: unknown[],
): Promise<unknown> {
  if (!url) throw new ChainUnavailable('No RPC URL is set');
  try {
    const answer = await app.outbound.fetch(url, {
      method: 'POST',
      within: seconds(8),
      keepAlive: true,
      ports: [Number(new URL(url).port || 443)],
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const said = answer.json();
    if (isRecord(said) && said.error === undefined && 'result' in said) return said.result;
    throw new ChainUnavailable(`${method} was refused`, { cause: said });
  } catch (error) {
    if (error instanceof Problem) throw new ChainUnavailable(`${method} got no response`, { cause: error });
    throw error;
  }
}
