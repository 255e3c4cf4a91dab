/** A unit, by its relation to the base unit of its dimension. */
export interface Unit {
  /** In the plural, as it is written in addresses and sentences: `nautical miles`. */
  name: string;
  symbol: string;
  /** How many base units one is, exactly: `1609.344`, `5/9`. */
  factor: string;
  /** What is added to a value before it is multiplied: temperatures have different zeros. */
  offset?: string;
  /** The base unit goes down as this one goes up: liters per 100 kilometers and miles per gallon. */
  inverse?: boolean;
  aliases?: readonly string[];
  /** Takes SI prefixes: kilo, milli and so on. Of bytes and bits also the binary ones. */
  prefixes?: 'si' | 'binary';
}

export interface Dimension {
  title: string;
  units: readonly Unit[];
}

/** A row of a table of units. */
export const unit = (
  name: string,
  symbol: string,
  factor: string,
  rest: Omit<Unit, 'name' | 'symbol' | 'factor'> = {},
): Unit => ({ name, symbol, factor, ...rest });
