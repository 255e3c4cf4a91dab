/** From the lowest rung to the highest: a feature imports features of lower rungs. */
export const rungs = [
  ['identity', 'skills'],
  ['claims', 'discovery', 'operators', 'settings', 'tasks', 'tokens'],
  ['mcp'],
] as const;

/** Imports that look up or sideways. The list only shrinks. */
export const breaches = [] as const;
