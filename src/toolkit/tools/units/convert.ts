import { Conversion, ConvertInput, convertExample } from '../../conversions/records.ts';
import { convert } from '../../conversions/convert.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Unit and color converter',
  summary: 'Convert between any two units, data sizes, times and color formats',
  keywords: 'convert units length mass temperature currency',
  about:
    'Units are found by name, symbol or SI prefix, such as microgram, GiB or nautical-miles. Results are exact where the definition of the unit is exact, and have 15 significant digits otherwise.',
  input: ConvertInput.properties,
  output: Conversion.properties,
  sample: convertExample.output,
  run: (input) => convert(input),
});
