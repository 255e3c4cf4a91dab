import { invalid } from '../../kernel/problem.ts';
import { colorFormats, formatColor, isColorFormat, parseColor } from './colors.ts';
import { convertUnit, findUnits } from './find-unit.ts';
import { unitDimensions } from './dimensions.ts';
import { parseRational, rational, toDecimal, type Unit } from './unit.ts';
import type { UnitConversion, ConvertInput } from './records.ts';

/**
 * Converts a number between units, or a color between formats. An unknown name is rejected with the list of
 * known ones.
 */
export function convert({ from, to, value }: ConvertInput): UnitConversion {
  const given = String(value).trim();
  const target = to.trim().toLowerCase();
  if (isColorFormat(target) || isColorFormat(from.trim().toLowerCase()))
    return convertColor(from.trim().toLowerCase(), target, given);
  const [source, wanted] = pairOf(from, to);
  const number = parseRational(given);
  if (!number) throw invalid('value', 'Send a number, such as 12.5 or 1e-3');
  const result = convertUnit(number, source.unit, wanted.unit);
  if (!result) throw invalid('value', `Zero ${source.unit.name} cannot be converted`);
  const text = toDecimal(result);
  return {
    kind: source.dimension,
    from: source.unit.name,
    to: wanted.unit.name,
    value: given,
    result: text,
    // A text has no limit, but a JSON number has.
    number: Number.isFinite(Number(text)) ? Number(text) : null,
    formula: formulaOf(source.unit, wanted.unit),
  };
}

/** Returns the two units in their common dimension. */
function pairOf(from: string, to: string) {
  const sources = findUnits(from);
  const targets = findUnits(to);
  for (const source of sources)
    for (const target of targets) if (source.dimension === target.dimension) return [source, target] as const;
  const [source] = sources;
  const [target] = targets;
  if (!source) throw invalid('from', `“${from}” is not a unit. ${knownUnits(target?.dimension)}`);
  if (!target) throw invalid('to', `“${to}” is not a unit. ${knownUnits(source.dimension)}`);
  throw invalid(
    'to',
    `${source.unit.name} and ${target.unit.name} measure different things. ${knownUnits(source.dimension)}`,
  );
}

function knownUnits(dimension?: string): string {
  const listed = Object.entries(unitDimensions).filter(
    ([name]) => dimension === undefined || name === dimension,
  );
  const lists = listed.map(
    ([name, { units }]) => `${name}: ${units.map(({ name, symbol }) => `${name} (${symbol})`).join(', ')}`,
  );
  const colors = dimension === undefined ? [`color: ${colorFormats.join(', ')}`] : [];
  return `Known are ${[...lists, ...colors].join('; ')}`;
}

function formulaOf(from: Unit, to: Unit): string {
  const one = convertUnit(rational('1'), from, to);
  return one ? `1 ${from.symbol} = ${toDecimal(one)} ${to.symbol}` : '';
}

function convertColor(from: string, to: string, value: string): UnitConversion {
  if (!isColorFormat(to)) throw invalid('to', `Colors convert to ${colorFormats.join(', ')}`);
  if (!isColorFormat(from) && from !== 'color')
    throw invalid('from', `Colors convert from ${colorFormats.join(', ')}`);
  const color = parseColor(value);
  if (!color) throw invalid('value', 'Send a color, such as #ff8800, rgb(255, 136, 0) or teal');
  const result = formatColor(color, to);
  return { kind: 'color', from, to, value, result, number: null, formula: `${value} = ${result}` };
}
