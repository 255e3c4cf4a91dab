/** From the lowest rung to the highest: a feature imports features of lower rungs. */
export const rungs = [
  ['account', 'batch', 'clicks', 'pixels', 'plans', 'team', 'webhooks'],
  ['aliases', 'safety', 'channels'],
  ['domains', 'tags'],
  ['redirect', 'campaigns'],
  ['links'],
  ['bulk', 'interstitials', 'statistics', 'transfer'],
  ['overlays', 'splash'],
  ['dashboard'],
  ['account-data', 'bio', 'qr'],
] as const;

/** Imports that look up or sideways. The list only shrinks. */
export const breaches = [
  'campaigns -> dashboard',
  'campaigns -> links',
  'channels -> dashboard',
  'channels -> links',
  'domains -> links',
  'domains -> redirect',
  'interstitials -> overlays',
  'interstitials -> splash',
  'links -> statistics',
  'redirect -> links',
  'safety -> links',
  'safety -> redirect',
  'statistics -> dashboard',
  'tags -> links',
] as const;
