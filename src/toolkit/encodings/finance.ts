/** To a hundredth, as money is written. */
export const money = (value: number) => Math.round(value * 100) / 100 + 0;

/** The equal payment that pays back an amount with interest, by the rate of one period. */
export const annuity = (amount: number, rate: number, periods: number) =>
  rate === 0 ? amount / periods : (amount * rate) / (1 - (1 + rate) ** -periods);
