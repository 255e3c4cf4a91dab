import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { luhnDigit } from '../../encodings/numbers.ts';

export default tool({
  title: 'Luhn calculator',
  summary: 'Compute and verify the check digit of the Luhn algorithm',
  keywords: 'imei sin check digit mod 10',
  input: { digits: input.line('Digits', '7992739871', { max: 100 }) },
  output: {
    checkDigit: output.text('Check digit'),
    complete: output.text('With check digit'),
    isValid: output.flag('Valid as it is'),
  },
  sample: { checkDigit: '3', complete: '79927398713', isValid: false },
  run: ({ digits }) => {
    const plain = digits.replace(/[\s-]/g, '');
    if (!/^\d+$/.test(plain)) throw invalid('digits', 'Send digits');
    return {
      checkDigit: luhnDigit(plain),
      complete: plain + luhnDigit(plain),
      isValid: plain.length > 1 && luhnDigit(plain.slice(0, -1)) === plain.at(-1),
    };
  },
});
