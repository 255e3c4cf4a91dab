interface CsvHead {
  delimiter: string;
  /** Characters before the first row. */
  skipped: number;
}

/** The line by which spreadsheets declare the separator: `sep=;`. */
const declaration = /^\uFEFF?[ \t\r\n]{0,100}"?sep=([^"\p{L}\p{N}\r\n])"?[ \t]{0,100}(?:\r\n|\r|\n|$)/iu;

/** Reads the separator of a CSV file: as declared, or the most frequent candidate in the first line. */
export function csvHead(start: string, candidates: readonly string[]): CsvHead {
  const [declared = '', delimiter] = declaration.exec(start) ?? [];
  if (delimiter !== undefined) return { delimiter, skipped: declared.length };
  const [line = ''] = start.replace(/^[\s\uFEFF]+/, '').split(/[\r\n]/, 1);
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const count = (sign: string) => unquoted.split(sign).length;
  const most = candidates.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
  return { delimiter: most, skipped: 0 };
}

/**
 * Normalizes the name of a column, so that versions of a format match: `Long URL` and `long_url` are the
 * same.
 */
export const normalizeColumn = (column: string) => column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
