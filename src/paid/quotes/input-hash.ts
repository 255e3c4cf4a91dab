import { hash } from 'node:crypto';
import { canonical } from '../../kernel/json.ts';
import type { Amount } from '../price.ts';

/** A buyer's request, before validation. */
export interface CallInput {
  method: 'GET' | 'POST';
  path: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Serializes a call and its price, independent of the order of parameters and fields. */
export const inputText = ({ method, path, query, body }: CallInput, amount: Amount): string =>
  `${amount} ${method} ${path} ${canonical(query)} ${canonical(body)}`;

/** SHA-256 of that text, as stored in the ledger. */
export const inputHash = (call: CallInput, amount: Amount): Buffer =>
  hash('sha256', inputText(call, amount), 'buffer');
