import { dimensionTool, allPairs, bothWays, pairTools } from '../../conversions/pair-tools.ts';

const bytes = ['bits', 'bytes', 'kilobytes', 'megabytes', 'gigabytes', 'terabytes', 'petabytes'];

const binary = ['kibibytes', 'mebibytes', 'gibibytes', 'tebibytes'];

const mixed = [
  ['bytes', 'kibibytes'], ['kilobytes', 'kibibytes'], ['megabytes', 'mebibytes'], ['gigabytes', 'gibibytes'],
  ['terabytes', 'tebibytes'], ['bits', 'nibbles'], ['bits', 'kilobits'], ['bits', 'megabits'],
  ['megabits', 'bytes'], ['megabits', 'kilobits'], ['megabits', 'gigabits'], ['megabits', 'kilobytes'],
  ['megabits', 'megabytes'], ['megabits', 'gigabytes'], ['megabits', 'mebibytes'], ['gigabits', 'gigabytes'],
] as const; // prettier-ignore

export default [
  dimensionTool('data'),
  ...pairTools([...allPairs(bytes), ...allPairs(binary), ...bothWays(mixed)]),
];
