import { hash } from 'node:crypto';
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

/** JSON with sorted keys (RFC 8785). */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const sorted = Object.keys(fields).sort();
  return `{${sorted.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join(',')}}`;
}
