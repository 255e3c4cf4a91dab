import type { Config } from '../../platform/settings/config.ts';

/** A supported chain, with its names in both versions of x402. */
export interface Network {
  kind: 'base' | 'solana';
  /** CAIP-2 id, as in version 2: `eip155:8453`. */
  id: string;
  /** Name in version 1: `base`. */
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

/** Returns the networks of this installation, in the order of offers. */
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
