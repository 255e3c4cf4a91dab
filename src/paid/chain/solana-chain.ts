import { seconds } from '../../kernel/time.ts';
import type { Found } from '../ledger/charge.ts';
import { isRecord } from '../wire/payment-header.ts';
import { parseSolanaTransaction } from '../wire/solana-transaction.ts';
import { callChain } from './json-rpc.ts';
import type { ChainApp } from './json-rpc.ts';

/** A blockhash is valid for 150 blocks, about a minute. Adds a margin for clock differences. */
const longestLife = seconds(240);
const maxSignatures = 20;

interface Sent {
  payer: string;
  messageHash: Buffer;
  since: Date;
}

/** Looks up whether a payer's transaction was confirmed, is still possible, or has expired. */
export async function findOnSolana(app: ChainApp, { payer, messageHash, since }: Sent): Promise<Found> {
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
