import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { freePorts } from '../free-ports.ts';
import type { Offer } from './payments.ts';

const folder = 'x402-stack';

/** Whether the chains, the facilitator and the clients are installed: `npm ci --prefix x402-stack`. */
export const isStackInstalled = () => existsSync(`${folder}/node_modules/.package-lock.json`);

interface Purchase {
  version: 1 | 2;
  network: 'base' | 'solana';
  url: string;
  method?: 'GET' | 'POST';
  body?: object;
  /** Balance of the wallet in atomic units. */
  funds?: string;
  /** Changes to the offer that the client sees and signs. */
  changes?: Partial<Offer>;
}

interface Bought {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The client's payment header. */
  payment?: Record<string, string>;
  /** The remaining balance of the wallet. */
  left: string;
}

interface Balances {
  base: string;
  solana: string;
  /** Number of requests to the facilitator. */
  verify: number;
  settle: number;
}

interface ToolAnswer {
  isError?: boolean;
  content: { text: string }[];
  structuredContent: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

interface BoughtByMcp {
  tools: number;
  quoted: ToolAnswer;
  results: ToolAnswer[];
  other: ToolAnswer;
  left: string;
}

interface Visit {
  status: number;
  /** Which headers the client sent, in their order. */
  sent: string[];
  body: string;
  signed: { offers: number; receipt: boolean; fits: boolean };
}

interface BoughtAgain {
  first: Visit;
  /** The same call again. */
  second: Visit;
  changed: Visit;
  /** What the wallet had after both, and after another call. */
  left: [string, string];
}

export interface LocalStack {
  /** Settings of a server that is paid on this stack. */
  environment: Record<string, string>;
  buy: (purchase: Purchase) => Promise<Bought>;
  /** Buys a tool by the Model Context Protocol on Base, and sends the payment again for the same and for other input. */
  buyByMcp: (purchase: { url: string; tool: string; input: object; times?: number }) => Promise<BoughtByMcp>;
  /** Buys a call, makes it again, and makes another, with the extensions of the published client. */
  buyAgain: (purchase: {
    network: 'base' | 'solana';
    url: string;
    other: string;
    funds?: string;
  }) => Promise<BoughtAgain>;
  balances: (of: { base: string; solana: string }) => Promise<Balances>;
  /**
   * `lose`: the facilitator settles, and its response never arrives. `drain`: the buyer's wallet is emptied
   * before the settlement. `outrun`: the buyer pays somebody else with the same nonce before it.
   */
  behave: (is: 'right' | 'lose' | 'drain' | 'outrun') => Promise<unknown>;
  /** Returns the private key of a new wallet on Base with 1 USDC. */
  fund: () => Promise<string>;
  /** Returns the errors found by the published validators. */
  validate: (documents: { quotes?: object[]; items?: object[]; openapi?: unknown }) => Promise<string[]>;
  /** Opens a USDC account on Solana. */
  open: (owner: string) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Starts Base and Solana locally, with the published facilitator and clients. */
export async function startLocalStack(): Promise<LocalStack> {
  const [port] = await freePorts(1);
  const child = spawn(process.execPath, [`${folder}/stack.mjs`, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, base, solana } = JSON.parse(line) as Record<'url' | 'base' | 'solana', string>;
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) });
    const said = (await response.json()) as T & { error?: string };
    if (!response.ok) throw new Error(said.error);
    return said;
  };
  return {
    environment: {
      X402_FACILITATOR_URL: url,
      X402_BASE_RPC_URL: base,
      X402_SOLANA_RPC_URL: solana,
      OUTBOUND_ALLOW: '127.0.0.0/8',
    },
    buy: (purchase) => post('/test/buy', purchase),
    buyAgain: (purchase) => post('/test/buy-again', purchase),
    buyByMcp: (purchase) => post('/test/buy-mcp', purchase),
    balances: (of) => post('/test/balances', of),
    behave: (is) => post('/test/behavior', { is }),
    fund: async () => (await post<{ key: string }>('/test/fund', {})).key,
    validate: async (documents) => (await post<{ mistakes: string[] }>('/test/validate', documents)).mistakes,
    open: (owner) => post('/test/open', { solana: owner }),
    stop: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
