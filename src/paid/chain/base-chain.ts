import type { Found } from '../ledger/charge.ts';
import { isRecord } from '../wire/payment-header.ts';
import { callChain } from './json-rpc.ts';
import type { ChainApp } from './json-rpc.ts';

/** `authorizationState(address,bytes32)` and `AuthorizationUsed(address,bytes32)` of EIP-3009. */
const stateSelector = '0xe94a0102';
const usedTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';

/** Base creates a block every two seconds. Adds a margin for clock differences. */
const blocksFor = (milliseconds: number) => Math.ceil(milliseconds / 2000) + 300;

interface Authorization {
  from: string;
  nonce: string;
  validBefore: bigint;
  since: Date;
}

/** Looks up whether an authorization was paid, is still open, or can no longer be used. */
export async function findOnBase(
  app: ChainApp,
  { from, nonce, validBefore, since }: Authorization,
): Promise<Found> {
  const { X402_BASE_RPC_URL: url, X402_BASE_ASSET: asset } = app.config;
  const payer = from.slice(2).toLowerCase().padStart(64, '0');
  const data = `${stateSelector}${payer}${nonce.slice(2)}`;
  const state = String(await callChain(app, url, 'eth_call', [{ to: asset, data }, 'latest']));
  const now = app.clock.now().getTime();
  // The node may lag behind, so a margin must have passed.
  if (!/[1-9a-f]/i.test(state.slice(2)))
    return { is: BigInt(Math.floor(now / 1000)) > validBefore + 60n ? 'void' : 'absent' };
  const latest = Number(await callChain(app, url, 'eth_blockNumber', []));
  const fromBlock = `0x${Math.max(0, latest - blocksFor(now - since.getTime())).toString(16)}`;
  const topics = [usedTopic, `0x${payer}`, nonce];
  const logs = await callChain(app, url, 'eth_getLogs', [
    { address: asset, fromBlock, toBlock: 'latest', topics },
  ]);
  const [log] = (Array.isArray(logs) ? logs : []).filter(isRecord);
  // Used without such an event: the payer canceled it.
  return log ? { is: 'paid', transaction: String(log.transactionHash) } : { is: 'void' };
}
