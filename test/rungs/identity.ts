/** From the lowest rung to the highest: a feature imports features of lower rungs. */
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

/** Imports that look up or sideways. The list only shrinks. */
export const breaches = [] as const;
