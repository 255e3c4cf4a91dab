/**
 * `THOROUGH=true` tries every hostile text everywhere and many more combinations. It takes minutes; otherwise the tests take a
 * fixed sample.
 */
export const isThorough = process.env.THOROUGH === 'true';
