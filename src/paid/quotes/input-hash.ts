import { hash } from 'node:crypto';
import { canonical } from '../../kernel/canonical-json.ts';
import type { Amount } from '../price.ts';

/** What a buyer asks for, as it arrived. */
export interface CallInput {
  method: 'GET' | 'POST';
  path: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** A call and its price as text: the same for the same call, however its parameters and fields are ordered. */
export const inputText = ({ method, path, query, body }: CallInput, amount: Amount): string =>
  `${amount} ${method} ${path} ${canonical(query)} ${canonical(body)}`;

/** SHA-256 of that text, which the ledger has. */
export const inputHash = (call: CallInput, amount: Amount): Buffer =>
  hash('sha256', inputText(call, amount), 'buffer');
