import { paidOperation } from '../../paid/operation.ts';
import { fixed } from '../../paid/price.ts';
import { Conversion, ConvertInput, convertExample } from '../../toolkit/conversions/records/conversion.ts';

/** Conversions have a path of their own, so that indexes of paid operations discover them. */
export const convertOperation = paidOperation({
  path: '/api/toolkit/convert',
  title: 'Convert',
  summary: 'Convert between units, data sizes, times and colors',
  tag: 'Toolkit',
  price: fixed(),
  input: ConvertInput,
  output: Conversion,
  example: convertExample,
  fallback: convertExample.input,
  answer: async (_app, input) => {
    const { convert } = await import('../../toolkit/conversions/convert.ts');
    return convert(input);
  },
});
