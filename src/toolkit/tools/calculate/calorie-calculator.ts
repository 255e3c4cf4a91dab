import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
