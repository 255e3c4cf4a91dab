import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
  title: 'VAT calculator',
  summary: 'Add tax to a price, or remove it',
  keywords: 'sales tax gst net gross',
  input: {
    amount: input.number('Amount', 100),
    rate: input.number('Tax in %', 19, 0, 100),
    kind: input.choice('Amount is', ['net', 'gross'], 'net'),
  },
  output: { net: output.number('Net'), tax: output.number('Tax'), gross: output.number('Gross') },
  sample: { net: 100, tax: 19, gross: 119 },
  run: ({ amount, rate, kind }) => {
    const net = kind === 'net' ? amount : amount / (1 + rate / 100);
    const gross = kind === 'gross' ? amount : amount * (1 + rate / 100);
    return { net: money(net), tax: money(gross - net), gross: money(gross) };
  },
});
