/** From the lowest layer to the highest: a feature imports only features of lower layers. */
export const rungs = [
  ['codes', 'profile-fields', 'components'],
  ['account', 'operators'],
  ['api-clients', 'exports', 'pictures', 'plans', 'team'],
  ['keys'],
  ['sessions'],
  ['credentials'],
  ['account-deletion'],
  ['data-pages', 'profile'],
  ['activation', 'reset', 'second-factor'],
  ['people', 'sign-up'],
  ['sign-in'],
  ['passkeys'],
] as const;

/** Existing upward or sideways imports. Do not add any. */
export const breaches = [] as const;
