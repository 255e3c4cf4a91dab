import { isRecord } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { FoundPayment } from '../ledger/charge.ts';
import { parseSolanaTransaction } from '../wire/solana-transaction.ts';

type ChainApp = Pick<App, 'config' | 'outbound' | 'log' | 'clock'>;

/** Thrown if a chain gives no usable response. */
export class ChainUnavailable extends Error {}

/** Returns the result of a JSON-RPC call. */
async function callChain(app: ChainApp, url: string, method: string, params: unknown[]): Promise<unknown> {
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
): Promise<FoundPayment> {
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

/** A blockhash is valid for 150 blocks, about a minute. Adds a margin for clock differences. */
const longestLife = seconds(240);
const maxSignatures = 20;

interface Sent {
  payer: string;
  messageHash: Buffer;
  since: Date;
}

/** Looks up whether a payer's transaction was confirmed, is still possible, or has expired. */
export async function findOnSolana(
  app: ChainApp,
  { payer, messageHash, since }: Sent,
): Promise<FoundPayment> {
  const url = app.config.X402_SOLANA_RPC_URL;
  const params = [payer, { limit: 200, commitment: 'confirmed' }];
  const listed = await callChain(app, url, 'getSignaturesForAddress', params);
  const earliest = since.getTime() / 1000 - 120;
  const candidates = (Array.isArray(listed) ? listed : [])
    .filter(isRecord)
    .filter(({ err, blockTime }) => !err && (typeof blockTime !== 'number' || blockTime >= earliest))
    .slice(0, maxSignatures);
  for (const { signature } of candidates)
    if (await isTransaction(app, url, String(signature), messageHash))
      return { is: 'paid', transaction: String(signature) };
  const age = app.clock.now().getTime() - since.getTime();
  return { is: age > longestLife ? 'void' : 'absent' };
}

async function isTransaction(
  app: ChainApp,
  url: string,
  signature: string,
  messageHash: Buffer,
): Promise<boolean> {
  const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
  const found = await callChain(app, url, 'getTransaction', [signature, options]);
  const [text] = isRecord(found) && Array.isArray(found.transaction) ? (found.transaction as unknown[]) : [];
  if (typeof text !== 'string') return false;
  return parseSolanaTransaction(Buffer.from(text, 'base64')).messageHash.equals(messageHash);
}
