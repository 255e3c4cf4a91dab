import { invalid } from '../../kernel/problem.ts';
import { input, output, tool, type Tool } from '../tool.ts';
import { colorFormats, formatColor, parseColor } from './colors.ts';
import type { ColorFormat } from './colors.ts';
import { convert } from './convert.ts';
import { convertUnit, findUnits } from './find-unit.ts';
import { unitDimensions } from './dimensions.ts';
import { parseRational, toDecimal } from './unit.ts';

const toSlug = (name: string) => name.replaceAll(' ', '-');
const toTitle = (name: string) => (name[0] ?? '').toUpperCase() + name.slice(1);

/** Returns a tool for each direction between two units: `kilometers-to-miles` and `miles-to-kilometers`. */
export const pairTools = (pairs: readonly (readonly [string, string])[]): Tool[] =>
  pairs.map(([from, to]) => {
    const { formula, result, number } = convert({ from, to, value: '1' });
    return tool({
      slug: `${toSlug(from)}-to-${toSlug(to)}`,
      title: `${toTitle(from)} to ${to}`,
      summary: `Convert ${from} to ${to}`,
      keywords: formula.replace(/[\d.=]+/g, '').trim(),
      input: { value: input.line(toTitle(from), '1', { max: 400 }) },
      output: {
        result: output.text(toTitle(to)),
        number: output.orNull(output.number('Rounded to a double')),
        formula: output.text('Formula'),
      },
      sample: { result, number, formula },
      run: ({ value }) => {
        const done = convert({ from, to, value });
        return { result: done.result, number: done.number, formula };
      },
    });
  });

/** Returns all ordered pairs of a list, except the skipped ones. */
export const allPairs = (
  names: readonly string[],
  isWanted: (from: string, to: string) => boolean = () => true,
): [string, string][] =>
  names.flatMap((from) =>
    names.filter((to) => to !== from && isWanted(from, to)).map((to): [string, string] => [from, to]),
  );

/** Returns each pair in both directions. */
export const bothWays = (pairs: readonly (readonly [string, string])[]): [string, string][] =>
  pairs.flatMap(([a, b]): [string, string][] => [
    [a, b],
    [b, a],
  ]);

/** Returns a tool that converts a value to every unit of a dimension. */
export function dimensionTool(dimension: string): Tool {
  const { title, units } = unitDimensions[dimension] ?? { title: '', units: [] };
  const rows = (value: string, from: string) => {
    const source = findUnits(from).find((found) => found.dimension === dimension);
    const number = parseRational(value);
    if (!source) throw invalid('from', `Send one of ${units.map(({ name }) => name).join(', ')}`);
    if (!number) throw invalid('value', 'Send a number, such as 12.5 or 1e-3');
    return units.map((unit) => {
      const result = convertUnit(number, source.unit, unit);
      return { unit: unit.name, symbol: unit.symbol, value: result ? toDecimal(result) : '–' };
    });
  };
  const first = units[0]?.name ?? '';
  return tool({
    slug: `${dimension}-converter`,
    title: `${title} converter`,
    summary: `Convert a value of ${title.toLowerCase()} to ${units.length} units at once`,
    keywords: units.map(({ name, symbol }) => `${name} ${symbol}`).join(' '),
    input: {
      value: input.line('Value', '1', { max: 400 }),
      from: input.required(
        input.choice(
          'From',
          units.map(({ name }) => name),
          first,
        ),
      ),
    },
    output: {
      values: output.table('Values', {
        unit: output.text('Unit'),
        symbol: output.text('Symbol'),
        value: output.text('Value'),
      }),
    },
    sample: { values: rows('1', first) },
    run: ({ value, from }) => ({ values: rows(value, from) }),
  });
}

const colorExamples: Partial<Record<ColorFormat, string>> = Object.fromEntries(
  colorFormats.map((format) => [
    format,
    formatColor(parseColor('#2a6f97') ?? { mode: 'rgb', r: 0, g: 0, b: 0 }, format),
  ]),
);

/** Returns a tool for each ordered pair of color formats: `hex-to-rgb`. */
export const colorPairTools = (formats: readonly ColorFormat[]): Tool[] =>
  (allPairs(formats) as [ColorFormat, ColorFormat][]).map(([from, to]) => {
    const example = colorExamples[from] ?? '';
    const run = (value: string) => {
      const color = parseColor(value);
      if (!color) throw invalid('color', `Send a color, such as ${example}`);
      return { result: formatColor(color, to), hex: formatColor(color, 'hex') };
    };
    return tool({
      slug: `${from}-to-${to}`,
      title: `${from.toUpperCase()} to ${to.toUpperCase()}`,
      summary: `Convert a color from ${from.toUpperCase()} to ${to.toUpperCase()}`,
      keywords: 'color colour',
      input: { color: input.line(from.toUpperCase(), example, { max: 100 }) },
      output: { result: output.text(to.toUpperCase()), hex: output.color('Color') },
      sample: run(example),
      run: ({ color }) => run(color),
    });
  });
