/** From the lowest layer to the highest: a feature imports only features of lower layers. */
export const rungs = [
  ['identity', 'skills'],
  ['claims'],
  ['oauth'],
  ['discovery', 'operators', 'settings', 'tasks'],
  ['mcp'],
] as const;

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
