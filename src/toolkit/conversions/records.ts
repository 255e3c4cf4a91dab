import { type Static, Type } from 'typebox';

export const ConvertInput = Type.Object({
  from: Type.String({
    title: 'From',
    examples: ['kilometers'],
    maxLength: 60,
    description: 'A unit by its name or symbol, or a color format such as `hex`. Required with any input',
  }),
  to: Type.String({ title: 'To', examples: ['miles'], maxLength: 60, description: 'Same as `from`' }),
  value: Type.Union([Type.String({ maxLength: 400 }), Type.Number()], {
    title: 'Value',
    examples: ['1'],
    description: 'A number or a color. A number as text is converted exactly, regardless of its length',
  }),
});

export const UnitConversion = Type.Object({
  kind: Type.String({ title: 'Kind', description: 'The dimension such as `length`, or `color`' }),
  from: Type.String({ title: 'From' }),
  to: Type.String({ title: 'To' }),
  value: Type.String({ title: 'Value' }),
  result: Type.String({
    title: 'Result',
    description: 'Up to 15 significant digits, exact if it has no more',
  }),
  number: Type.Union([Type.Number(), Type.Null()], {
    title: 'Result as a number',
    description: 'null for colors, and beyond the range of a double',
  }),
  formula: Type.String({ title: 'Formula' }),
});

export type ConvertInput = Static<typeof ConvertInput>;
export type UnitConversion = Static<typeof UnitConversion>;

export const convertExample = {
  input: { from: 'kilometers', to: 'miles', value: '1' },
  output: {
    kind: 'length',
    from: 'kilometers',
    to: 'miles',
    value: '1',
    result: '0.621371192237334',
    number: 0.621371192237334,
    formula: '1 km = 0.621371192237334 mi',
  },
};
