/** How many rows of the specification's table are still missing. It may only be lowered. */
export const mostNotBuilt = 5;

/** Rows of the specification's table that nobody has built yet. Strike a row off when its endpoint is mounted. */
export const notBuiltYet: readonly string[] = [
  'social GET /apis/php/monetization/monetization_plans',
  'social POST /apis/php/monetization/monetization_plans',
  'social GET /apis/php/monetization/monetization_plans/{id}',
  'social PUT /apis/php/monetization/monetization_plans/{id}',
  'social DELETE /apis/php/monetization/monetization_plans/{id}',
];
