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

/** SHA-256 of a call and its price: the same for the same call, however its parameters and fields are ordered. */
export const inputHash = ({ method, path, query, body }: CallInput, amount: Amount): Buffer =>
  hash('sha256', `${amount} ${method} ${path} ${canonical(query)} ${canonical(body)}`, 'buffer');
