import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'BMI calculator',
  summary: 'Calculate an adult’s body mass index and the normal weight range',
  keywords: 'weight health',
  input: {
    weight: input.number('Weight in kg', 70, 1, 700),
    height: input.number('Height in cm', 175, 30, 300),
  },
  output: {
    bmi: output.number('BMI'),
    category: output.text('Category (WHO)'),
    from: output.number('Normal from, kg'),
    to: output.number('Normal to, kg'),
  },
  sample: { bmi: 22.9, category: 'normal', from: 56.7, to: 76.3 },
  run: ({ weight, height }) => {
    const square = (height / 100) ** 2;
    const bmi = Math.round((weight / square) * 10) / 10;
    const category = bmi < 18.5 ? 'underweight' : bmi < 25 ? 'normal' : bmi < 30 ? 'overweight' : 'obesity';
    return {
      bmi,
      category,
      from: Math.round(18.5 * square * 10) / 10,
      to: Math.round(24.9 * square * 10) / 10,
    };
  },
});
