/** From the lowest layer to the highest: a feature imports only features of lower layers. */
export const rungs = [
  ['codes', 'profile-fields', 'components', 'recent-credentials'],
  ['account', 'operators'],
  ['api-clients', 'backups', 'providers', 'exports', 'mail', 'plans', 'team', 'webhooks'],
  ['access-keys'],
  ['sessions'],
  ['credentials'],
  ['account-deletion'],
  ['data-pages', 'profile'],
  ['activation', 'second-factor'],
  ['people', 'sign-up'],
  ['provisioning'],
  ['sign-in'],
  ['passkeys', 'provider-sign-in'],
] as const;

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
