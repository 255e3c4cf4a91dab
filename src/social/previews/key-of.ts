import { createHash } from 'node:crypto';

/** URLs may be too long for an index, so they are hashed. */
export const keyOf = (address: string): Buffer => createHash('sha256').update(address).digest();
