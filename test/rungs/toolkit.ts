/** The toolkit, from the lowest rung to the highest: a feature imports features of lower rungs. */
export const rungs = [['encodings', 'conversions'], ['tools'], ['catalog'], ['calls'], ['pages']] as const;

/** Imports that look up or sideways. The list only shrinks. */
export const breaches = [] as const;
