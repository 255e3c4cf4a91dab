import type { PaidOperation } from '../paid/operation.ts';

/** What is sold call by call at Plaza's address, in the order of its documents. */
export const paidOperations: readonly PaidOperation[] = [];
