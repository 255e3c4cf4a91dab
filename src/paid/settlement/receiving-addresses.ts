import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seal, unseal } from '../../kernel/secrets.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { PaymentNetwork } from '../wire/payment-header.ts';
import type { ReceivingKey } from './receiving-keys.ts';

type Kind = PaymentNetwork['kind'];
type AddressConfig = Pick<Config, 'X402_PAY_TO_BASE' | 'X402_PAY_TO_SOLANA' | 'dataFolder' | 'secretKey'>;

/** The addresses that receive payments, and which of them belong to keys in the data folder. */
interface ReceivingAddresses {
  base: string;
  solana: string;
  ownKeys: readonly Kind[];
}

const opened = new WeakMap<AddressConfig, Promise<ReceivingAddresses>>();

/** Returns the configured addresses. For unset ones, keys are created on the first start. */
export function receivingAddresses(config: AddressConfig): Promise<ReceivingAddresses> {
  const known = opened.get(config) ?? open(config);
  opened.set(config, known);
  return known;
}

async function open(config: AddressConfig): Promise<ReceivingAddresses> {
  const { X402_PAY_TO_BASE: base, X402_PAY_TO_SOLANA: solana } = config;
  if (base && solana) return { base, solana, ownKeys: [] };
  const keys = await ownKeys(config);
  return {
    base: base || keys.base.address,
    solana: solana || keys.solana.address,
    ownKeys: [...(base ? [] : (['base'] as const)), ...(solana ? [] : (['solana'] as const))],
  };
}

/** Returns the secrets of the keys in the data folder, for the operator. */
export async function exportReceivingKeys(
  config: AddressConfig,
): Promise<Partial<Record<Kind, ReceivingKey>>> {
  const { ownKeys: kinds } = await receivingAddresses(config);
  if (kinds.length === 0) return {};
  const stored = await ownKeys(config);
  return Object.fromEntries(
    kinds.map((kind) => {
      const { address, sealed } = stored[kind];
      return [kind, { address, secret: unseal(config.secretKey, Buffer.from(sealed, 'base64')) }];
    }),
  );
}

type StoredKeys = Record<Kind, { address: string; sealed: string }>;

/** Concurrent processes agree: the first write wins. */
async function ownKeys({ dataFolder, secretKey }: AddressConfig): Promise<StoredKeys> {
  const file = join(dataFolder, 'payment-keys.json');
  const stored = parseStored(file);
  if (stored) return stored;
  const { createBaseKey, createSolanaKey } = await import('./receiving-keys.ts');
  const sealed = ({ address, secret }: ReceivingKey) => ({
    address,
    sealed: seal(secretKey, secret).toString('base64'),
  });
  const created: StoredKeys = { base: sealed(createBaseKey()), solana: sealed(createSolanaKey()) };
  mkdirSync(dataFolder, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify(created, null, 2), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return parseStored(file) ?? created;
}

function parseStored(file: string): StoredKeys | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} is damaged`, { cause: error });
  }
}
