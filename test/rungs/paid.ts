/** Calls that are paid for, from the lowest rung to the highest: a feature imports features of lower rungs. */
export const rungs = [
  ['audit', 'catalog', 'content', 'ledger', 'sales', 'top-ups', 'wire'],
  ['addresses', 'chain', 'facilitator'],
  ['quotes'],
  ['wallet'],
  ['calls', 'manifest'],
  ['revenue'],
] as const;

/** Imports that look up or sideways. The list only shrinks. */
export const breaches = [] as const;
