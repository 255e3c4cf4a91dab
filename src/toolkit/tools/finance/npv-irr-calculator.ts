import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money, parseNumbers } from '../../encodings/numbers.ts';

export default tool({
  title: 'NPV and IRR calculator',
  summary: 'Calculate the net present value and internal rate of return of yearly payments',
  keywords: 'net present value investment',
  input: {
    payments: input.line('Payments, the first one today', '-1000, 300, 420, 680', { max: 2000 }),
    rate: input.number('Discount rate in %', 8, -99, 1000),
  },
  output: {
    npv: output.number('Net present value'),
    irr: output.orNull(output.number('Internal rate of return in %')),
  },
  sample: { npv: 177.67, irr: 16.34 },
  run: ({ payments, rate }) => {
    const values = parseNumbers('payments', payments);
    const npv = (share: number) => values.reduce((sum, value, year) => sum + value / (1 + share) ** year, 0);
    let [low, high] = [-0.99, 10];
    if (npv(low) * npv(high) > 0) return { npv: money(npv(rate / 100)), irr: null };
    for (let i = 0; i < 200; i += 1) {
      const middle = (low + high) / 2;
      if (npv(low) * npv(middle) <= 0) high = middle;
      else low = middle;
    }
    return { npv: money(npv(rate / 100)), irr: money(low * 100) };
  },
});
