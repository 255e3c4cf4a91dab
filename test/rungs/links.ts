/** From the lowest rung to the highest: a feature imports features of lower rungs. */
export const rungs = [
  ['owned'],
  ['account', 'batch', 'clicks', 'custom-pages', 'landing', 'pixels', 'plans', 'record', 'team', 'webhooks'],
  ['aliases', 'safety', 'channels', 'campaigns'],
  ['domains', 'tags'],
  ['redirect'],
  ['links'],
  ['bulk', 'statistics', 'transfer', 'overlays', 'splash'],
  ['interstitials'],
  ['dashboard'],
  ['account-data', 'bio', 'qr'],
] as const;

/** Imports that look up or sideways. The list only shrinks. */
export const breaches = [] as const;
