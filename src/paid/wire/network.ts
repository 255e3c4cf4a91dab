import type { Config } from '../../platform/settings/config.ts';

/** A chain that payments are taken on, as both versions of x402 name it. */
export interface Network {
  kind: 'base' | 'solana';
  /** CAIP-2, as version 2 has it: `eip155:8453`. */
  id: string;
  /** As version 1 has it: `base`. */
  name: string;
  asset: string;
}

const namesInVersion1: Readonly<Record<string, string>> = {
  'eip155:8453': 'base',
  'eip155:84532': 'base-sepolia',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana-devnet',
};

type NetworkConfig = Pick<Config, Extract<keyof Config, `X402_${string}`>>;

/** The networks of this installation, in the order in which they are offered. */
export const networksOf = (config: NetworkConfig): Network[] =>
  config.X402_NETWORKS.split(',').map((kind) => {
    const isBase = kind === 'base';
    const id = isBase ? config.X402_BASE_NETWORK : config.X402_SOLANA_NETWORK;
    return {
      kind: isBase ? 'base' : 'solana',
      id,
      name: namesInVersion1[id] ?? id,
      asset: isBase ? config.X402_BASE_ASSET : config.X402_SOLANA_ASSET,
    };
  });
