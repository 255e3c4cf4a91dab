import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input, output, tool } from '../../tool.ts';
import { randomInt } from 'node:crypto';

const schemes: Readonly<Record<string, readonly number[]>> = {
  complementary: [0, 180],
  analogous: [-30, 0, 30],
  triadic: [0, 120, 240],
  'split complementary': [0, 150, 210],
  tetradic: [0, 90, 180, 270],
};

export default [
  tool({
    slug: 'color-palette-generator',
    title: 'Color palette generator',
    summary: 'Generate a palette that matches a color',
    keywords: 'harmony scheme complementary triadic',
    input: {
      color: input.line('Color', '#2a6f97', { max: 100 }),
      scheme: input.choice(
        'Scheme',
        ['complementary', 'analogous', 'triadic', 'split complementary', 'tetradic'],
        'triadic',
      ),
    },
    output: { colors: output.table('Colors', { color: output.color('Color'), hsl: output.code('HSL') }) },
    sample: {
      colors: [
        { color: '#2a6f97', hsl: 'hsl(202, 56.5%, 37.8%)' },
        { color: '#972a6f', hsl: 'hsl(322, 56.5%, 37.8%)' },
        { color: '#6f972a', hsl: 'hsl(82, 56.5%, 37.8%)' },
      ],
    },
    run: async ({ color, scheme }) => {
      const { converter } = await import('culori');
      const parsed = parseColor(color);
      if (!parsed) throw invalid('color', 'Send a color, such as #2a6f97');
      const base = converter('hsl')(parsed);
      const colors = (schemes[scheme] ?? []).map((turn) => ({
        ...base,
        h: ((base.h ?? 0) + turn + 360) % 360,
      }));
      return {
        colors: colors.map((each) => ({ color: formatColor(each, 'hex'), hsl: formatColor(each, 'hsl') })),
      };
    },
  }),
  tool({
    slug: 'color-shades-generator',
    title: 'Color shades generator',
    summary: 'Create a scale of shades from light to dark, as in design systems',
    keywords: 'tints tailwind scale',
    input: { color: input.line('Color', '#2a6f97', { max: 100 }) },
    output: { shades: output.table('Shades', { name: output.text('Name'), color: output.color('Color') }) },
    sample: {
      shades: [
        { name: '50', color: '#d3fcff' },
        { name: '100', color: '#c3efff' },
        { name: '200', color: '#acdbfb' },
        { name: '300', color: '#8abfe2' },
        { name: '400', color: '#65a0c6' },
        { name: '500', color: '#3e82ab' },
        { name: '600', color: '#2a678b' },
        { name: '700', color: '#18506f' },
        { name: '800', color: '#053a55' },
        { name: '900', color: '#00273f' },
        { name: '950', color: '#00162a' },
      ],
    },
    run: async ({ color }) => {
      const { converter } = await import('culori');
      const parsed = parseColor(color);
      if (!parsed) throw invalid('color', 'Send a color, such as #2a6f97');
      const base = converter('oklch')(parsed);
      const steps = [
        [50, 0.97],
        [100, 0.93],
        [200, 0.87],
        [300, 0.78],
        [400, 0.68],
        [500, 0.58],
        [600, 0.49],
        [700, 0.41],
        [800, 0.33],
        [900, 0.26],
        [950, 0.19],
      ] as const;
      return {
        shades: steps.map(([name, l]) => ({
          name: String(name),
          color: formatColor({ ...base, l, c: base.c * (1 - Math.abs(l - 0.58)) }, 'hex'),
        })),
      };
    },
  }),
  tool({
    slug: 'color-mixer',
    title: 'Color mixer',
    summary: 'Mix two colors in even steps',
    keywords: 'blend gradient interpolate',
    input: {
      from: input.line('From', '#ff0000', { max: 100 }),
      to: input.line('To', '#0000ff', { max: 100 }),
      steps: input.optional(input.integer('Steps', 5, 2, 100)),
      space: input.choice('In', ['rgb', 'lab', 'oklab', 'hsl'], 'oklab'),
    },
    output: {
      colors: output.table('Colors', { color: output.color('Color') }),
      css: output.code('CSS gradient'),
    },
    sample: {
      colors: [
        { color: '#ff0000' },
        { color: '#c6496d' },
        { color: '#8c53a2' },
        { color: '#5147d2' },
        { color: '#0000ff' },
      ],
      css: 'linear-gradient(90deg, #ff0000, #c6496d, #8c53a2, #5147d2, #0000ff)',
    },
    run: async ({ from, to, steps, space }) => {
      const { interpolate } = await import('culori');
      const [start, end] = [parseColor(from), parseColor(to)];
      if (!start) throw invalid('from', 'Send a color, such as #ff0000');
      if (!end) throw invalid('to', 'Send a color, such as #0000ff');
      const mix = interpolate([start, end], space);
      const colors = Array.from({ length: steps }, (_, i) => formatColor(mix(i / (steps - 1)), 'hex'));
      return {
        colors: colors.map((color) => ({ color })),
        css: `linear-gradient(90deg, ${colors.join(', ')})`,
      };
    },
  }),
  tool({
    slug: 'random-color-generator',
    title: 'Random color generator',
    summary: 'Create random colors',
    input: { count: input.optional(input.integer('Count', 5, 1, 100)) },
    output: { colors: output.table('Colors', { color: output.color('Color') }) },
    run: ({ count }) => ({
      colors: Array.from({ length: count }, () => ({
        color: `#${randomInt(0x1000000).toString(16).padStart(6, '0')}`,
      })),
    }),
  }),
  tool({
    slug: 'css-gradient-generator',
    title: 'CSS gradient generator',
    summary: 'Create a linear, radial or conic gradient',
    keywords: 'background',
    input: {
      colors: input.line('Colors', '#ff8800, #2a6f97', { max: 500 }),
      kind: input.choice('Kind', ['linear', 'radial', 'conic'], 'linear'),
      angle: input.optional(input.integer('Angle', 90, 0, 360), 180),
    },
    output: { css: output.code('CSS') },
    sample: { css: 'background: linear-gradient(90deg, #ff8800, #2a6f97);' },
    run: ({ colors, kind, angle }) => {
      const list = colors.split(/,(?![^(]*\))/).map((color) => color.trim());
      const wrong = list.find((color) => !parseColor(color));
      if (wrong !== undefined || list.length < 2)
        throw invalid('colors', 'Send two or more colors with commas between');
      const first = { linear: `${angle}deg`, radial: 'circle', conic: `from ${angle}deg` }[kind];
      return { css: `background: ${kind}-gradient(${first}, ${list.join(', ')});` };
    },
  }),
];
