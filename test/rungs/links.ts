/** From the lowest layer to the highest: a feature imports only features of lower layers. */
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

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
