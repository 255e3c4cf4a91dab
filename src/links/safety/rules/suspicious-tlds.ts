/**
 * Top-level domains that are cheap or free and far more common in scams, or that look like file extensions.
 */
export const suspiciousTlds = new Set(
  `bar beauty bid buzz cam cf cfd click country cyou date fit ga gdn gq hair icu kim link loan men ml mom mov quest
  rest sbs stream surf tk top vip wang win work xin xyz zip`.split(/\s+/),
);
