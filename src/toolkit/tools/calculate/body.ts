import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'bmi-calculator',
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
  }),
  tool({
    slug: 'calorie-calculator',
    title: 'Calorie calculator',
    summary: 'Estimate daily energy needs with the Mifflin-St Jeor equation',
    keywords: 'bmr tdee diet',
    input: {
      sex: input.required(input.choice('Sex', ['female', 'male'], 'female')),
      age: input.integer('Age', 30, 15, 110),
      weight: input.number('Weight in kg', 65, 20, 400),
      height: input.number('Height in cm', 170, 80, 260),
      activity: input.required(
        input.choice('Activity', ['none', 'light', 'moderate', 'high', 'very high'], 'light'),
      ),
    },
    output: { basal: output.integer('At rest, kcal'), total: output.integer('In all, kcal') },
    sample: { basal: 1402, total: 1927 },
    run: ({ sex, age, weight, height, activity }) => {
      const basal = 10 * weight + 6.25 * height - 5 * age + (sex === 'male' ? 5 : -161);
      const factor = { none: 1.2, light: 1.375, moderate: 1.55, high: 1.725, 'very high': 1.9 }[activity];
      return { basal: Math.round(basal), total: Math.round(basal * factor) };
    },
  }),
];
