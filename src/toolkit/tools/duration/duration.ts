import { dimensionTool, allPairs, pairTools } from '../../conversions/pair-tools.ts';

const small = ['nanoseconds', 'microseconds', 'milliseconds'];

const large = ['decades', 'centuries'];

const usual = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'];

export default [
  dimensionTool('duration'),
  ...pairTools(
    allPairs(
      [...small, ...usual, ...large],
      (from, to) =>
        [from, to].every((name) => !small.includes(name)) ||
        [from, to].every((name) => !large.includes(name)),
    ),
  ),
];
