/** Layers of the toolkit, from the lowest to the highest: a feature imports only features of lower layers. */
export const rungs = [
  ['encodings', 'conversions'],
  ['tools'],
  ['catalog'],
  ['tool-task'],
  ['run-tool'],
  ['pages'],
] as const;

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
