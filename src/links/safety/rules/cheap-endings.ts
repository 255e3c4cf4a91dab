/** Endings that cost little or nothing and are found in frauds far more often than elsewhere, or that pass for a file's. */
export const cheapEndings = new Set(
  `bar beauty bid buzz cam cf cfd click country cyou date fit ga gdn gq hair icu kim link loan men ml mom mov quest
  rest sbs stream surf tk top vip wang win work xin xyz zip`.split(/\s+/),
);
