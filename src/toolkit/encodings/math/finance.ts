/** Rounds to hundredths, like amounts of money. */
export const money = (value: number) => Math.round(value * 100) / 100 + 0;

/** Returns the fixed payment that repays a loan with interest, given the rate per period. */
export const annuity = (amount: number, rate: number, periods: number) =>
  rate === 0 ? amount / periods : (amount * rate) / (1 - (1 + rate) ** -periods);
