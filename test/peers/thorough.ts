/**
 * `THOROUGH=true` tries every hostile text everywhere and many more combinations, which takes minutes.
 * Otherwise the tests use a fixed sample.
 */
export const isThorough = process.env.THOROUGH === 'true';
