/** The billing interval: `a month`, `every 3 months`. */
export const periodWords = ({ period, periodNum }: { period: string; periodNum: number }): string =>
  periodNum === 1 ? `a ${period}` : `every ${periodNum} ${period}s`;
