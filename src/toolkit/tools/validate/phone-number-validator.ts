import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Phone number validator',
  summary: 'Validate and format phone numbers of every country',
  keywords: 'e164 mobile',
  input: {
    number: input.line('Number', '+44 20 7946 0958', { max: 60 }),
    country: input.optional(input.line('Country, where the number has none', 'GB', { max: 2 }), ''),
  },
  output: {
    isValid: output.flag('Valid'),
    country: output.text('Country'),
    type: output.text('Kind'),
    international: output.text('International'),
    national: output.text('National'),
    e164: output.code('E.164'),
    uri: output.code('Link'),
  },
  sample: {
    isValid: true,
    country: 'GB',
    type: 'FIXED_LINE',
    international: '+44 20 7946 0958',
    national: '020 7946 0958',
    e164: '+442079460958',
    uri: 'tel:+442079460958',
  },
  run: async ({ number, country }) => {
    const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/max');
    const code = country.trim().toUpperCase();
    if (code !== '' && !isSupportedCountry(code))
      throw invalid('country', 'Send a country of two letters, such as GB');
    const parsed = parsePhoneNumberFromString(number, code === '' ? undefined : code);
    if (!parsed)
      return { isValid: false, country: '', type: '', international: '', national: '', e164: '', uri: '' };
    return {
      isValid: parsed.isValid(),
      country: parsed.country ?? '',
      type: parsed.getType() ?? '',
      international: parsed.formatInternational(),
      national: parsed.formatNational(),
      e164: parsed.number,
      uri: parsed.getURI(),
    };
  },
});
