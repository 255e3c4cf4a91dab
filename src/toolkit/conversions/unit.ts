/** A unit, defined relative to the base unit of its dimension. */
export interface Unit {
  /** Plural, as used in URLs and sentences: `nautical miles`. */
  name: string;
  symbol: string;
  /** The exact number of base units: `1609.344`, `5/9`. */
  factor: string;
  /** Added to a value before multiplication, for temperatures with different zeros. */
  offset?: string;
  /** Inversely proportional to the base unit: liters per 100 kilometers and miles per gallon. */
  inverse?: boolean;
  aliases?: readonly string[];
  /** Supports SI prefixes such as kilo and milli, and for bytes and bits also binary ones. */
  prefixes?: 'si' | 'binary';
}

export interface Dimension {
  title: string;
  units: readonly Unit[];
}

/** Creates a unit from a table row. */
export const unit = (
  name: string,
  symbol: string,
  factor: string,
  rest: Omit<Unit, 'name' | 'symbol' | 'factor'> = {},
): Unit => ({ name, symbol, factor, ...rest });
