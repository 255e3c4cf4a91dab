import { createHash } from 'node:crypto';

/** Addresses may be longer than what an index holds. */
export const keyOf = (address: string): Buffer => createHash('sha256').update(address).digest();
