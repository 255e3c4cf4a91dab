/** A transfer with an authorization of EIP-3009. */
export interface Transfer {
  from: string;
  to: string;
  value: string;
  nonce: string;
}

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'.toLowerCase();
const used = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
const transferred = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const padded = (hex: string) => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`;

interface Call {
  method: string;
  params: [{ data?: string; topics?: string[] } | string];
}

/** Answers JSON-RPC as a node of a chain with these transfers, each in a transaction of its own. */
export function askBase(transfers: readonly Transfer[], body: string): string {
  const { method, params } = JSON.parse(body) as Call;
  const [first] = params;
  const asked = typeof first === 'object' ? first : {};
  const hashOf = (index: number) => padded(`${index + 1}`);
  const logsOf = ({ from, to, value, nonce }: Transfer, index: number) =>
    [
      { address: usdc, topics: [used, padded(from), nonce.toLowerCase()], data: '0x' },
      {
        address: usdc,
        topics: [transferred, padded(from), padded(to)],
        data: padded(BigInt(value).toString(16)),
      },
    ].map((log) => ({ ...log, transactionHash: hashOf(index) }));
  const answers: Record<string, () => unknown> = {
    eth_call: () => {
      const isUsed = transfers.some(
        ({ from, nonce }) => asked.data === `0xe94a0102${padded(from).slice(2)}${nonce.slice(2)}`,
      );
      return padded(isUsed ? '1' : '0');
    },
    eth_blockNumber: () => '0x100000',
    eth_getLogs: () =>
      transfers
        .flatMap(logsOf)
        .filter(({ topics }) => topics.every((topic, at) => topic === asked.topics?.[at])),
    eth_getTransactionReceipt: () => {
      const index = transfers.findIndex((_, at) => hashOf(at) === first);
      const found = transfers[index];
      return found ? { logs: logsOf(found, index) } : null;
    },
  };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[method]?.() });
}

/** A transaction of Solana in base64. */
export interface Signature {
  signature: string;
  /** In seconds. */
  blockTime: number;
  transaction: string;
}

/** Answers JSON-RPC as a node of a chain with these transactions of one payer. */
export function askSolana(signatures: readonly Signature[], body: string): string {
  const { method, params } = JSON.parse(body) as Call;
  const result =
    method === 'getSignaturesForAddress'
      ? signatures.map(({ signature, blockTime }) => ({ signature, blockTime, err: null })).slice(0, 200)
      : { transaction: [signatures.find(({ signature }) => signature === params[0])?.transaction, 'base64'] };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result });
}
