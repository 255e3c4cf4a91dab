/** Layers of paid calls, from the lowest to the highest: a feature imports only features of lower layers. */
export const rungs = [
  ['audit', 'catalog', 'content', 'ledger', 'sales', 'wire'],
  ['settlement'],
  ['quotes'],
  ['wallet'],
  ['calls', 'manifest'],
  ['crawlers', 'revenue'],
] as const;

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
