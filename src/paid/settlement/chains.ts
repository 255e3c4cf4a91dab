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
/** `Transfer(address,address,uint256)` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Base creates a block every two seconds. Adds a margin for clock differences. */
const blocksFor = (milliseconds: number) => Math.ceil(milliseconds / 2000) + 300;

interface Authorization {
  from: string;
  to: string;
  value: bigint;
  nonce: string;
  validBefore: bigint;
  since: Date;
}

/** Looks up whether an authorization was paid, is still open, or can no longer be used. */
export async function findOnBase(
  app: ChainApp,
  { from, to, value, nonce, validBefore, since }: Authorization,
): Promise<FoundPayment> {
  const { X402_BASE_RPC_URL: url, X402_BASE_ASSET: asset } = app.config;
  const [payer, payee] = [from, to].map(padded);
  const data = `${stateSelector}${payer}${nonce.slice(2)}`;
  const state = String(await callChain(app, url, 'eth_call', [{ to: asset, data }, 'latest']));
  const now = app.clock.now().getTime();
  // The node may lag behind, so a margin must have passed.
  if (!/[1-9a-f]/i.test(state.slice(2)))
    return { is: BigInt(Math.floor(now / 1000)) > validBefore + 60n ? 'void' : 'absent' };
  const latest = Number(await callChain(app, url, 'eth_blockNumber', []));
  const fromBlock = `0x${Math.max(0, latest - blocksFor(now - since.getTime())).toString(16)}`;
  const used = [usedTopic, `0x${payer}`, nonce.toLowerCase()];
  const logs = await callChain(app, url, 'eth_getLogs', [
    { address: asset, fromBlock, toBlock: 'latest', topics: used },
  ]);
  const [log] = (Array.isArray(logs) ? logs : []).filter(isRecord);
  // Used without such an event: the payer canceled it.
  if (!log) return { is: 'void' };
  const transaction = String(log.transactionHash);
  const receipt = await callChain(app, url, 'eth_getTransactionReceipt', [transaction]);
  if (!isRecord(receipt)) throw new ChainUnavailable('The node has no receipt of a transaction in its log');
  const events = (Array.isArray(receipt.logs) ? receipt.logs : []).filter(isRecord);
  const at = events.findIndex((event) => isEvent(event, asset, used));
  const paid = events[at + 1];
  // The nonce is the payer's, who can use it up by paying somebody else. The transfer follows the use.
  const isOurs =
    at >= 0 &&
    paid !== undefined &&
    isEvent(paid, asset, [transferTopic, `0x${payer}`, `0x${payee}`]) &&
    /^0x[\da-f]{1,64}$/i.test(String(paid.data)) &&
    BigInt(String(paid.data)) === value;
  return isOurs ? { is: 'paid', transaction } : { is: 'void' };
}

const padded = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

const isEvent = ({ address, topics }: Record<string, unknown>, of: string, wanted: readonly string[]) =>
  String(address).toLowerCase() === of.toLowerCase() &&
  Array.isArray(topics) &&
  wanted.every((topic, index) => String(topics[index]).toLowerCase() === topic);

/** A blockhash is valid for 150 blocks, about a minute. Adds a margin for clock differences. */
const longestLife = seconds(240);
/** A page of signatures of an address, and how many of them are looked at: those nearest to the payment. */
const listedAtOnce = 200;
const maxSignatures = 50;

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
  const params = [payer, { limit: listedAtOnce, commitment: 'confirmed' }];
  const found = await callChain(app, url, 'getSignaturesForAddress', params);
  const listed = (Array.isArray(found) ? found : []).filter(isRecord);
  const sentAt = since.getTime() / 1000;
  const [earliest, latest] = [sentAt - 120, sentAt + longestLife / 1000];
  const timeOf = ({ blockTime }: Record<string, unknown>) =>
    typeof blockTime === 'number' ? blockTime : sentAt;
  const candidates = listed
    .filter((each) => !each.err && timeOf(each) >= earliest && timeOf(each) <= latest)
    .sort((one, other) => Math.abs(timeOf(one) - sentAt) - Math.abs(timeOf(other) - sentAt));
  for (const { signature } of candidates.slice(0, maxSignatures))
    if (await isTransaction(app, url, String(signature), messageHash))
      return { is: 'paid', transaction: String(signature) };
  const last = listed.at(-1);
  // Whoever pays often has more transactions than were looked at.
  const isAll =
    candidates.length <= maxSignatures && (listed.length < listedAtOnce || (last && timeOf(last) < earliest));
  const age = app.clock.now().getTime() - since.getTime();
  return { is: age > longestLife && isAll ? 'void' : 'absent' };
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
