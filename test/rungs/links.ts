/** From the lowest layer to the highest: a feature imports only features of lower layers. */
export const rungs = [
  ['owned'],
  ['clicks', 'pixels', 'link', 'utm', 'webhooks'],
  ['safety', 'channels', 'campaigns', 'conversions'],
  ['domains', 'tags'],
  ['redirect', 'custom-pages'],
  ['shorten'],
  ['statistics', 'transfer', 'overlays', 'splash'],
  ['interstitials'],
  ['dashboard'],
  ['account', 'bio', 'qr'],
] as const;

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
