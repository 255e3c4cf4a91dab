import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { formatYaml } from '../../encodings/yaml-text.ts';

export default tool({
  title: 'YAML formatter',
  summary: 'Validate and format YAML',
  keywords: 'validate lint prettify',
  isolated: true,
  input: {
    yaml: input.text('YAML', 'a:   1\nb: [1,   2]'),
    indent: input.optional(input.integer('Indent', 2, 1, 8)),
    sortKeys: input.flag('Sort keys'),
  },
  output: { yaml: output.code('YAML') },
  sample: { yaml: 'a: 1\nb: [1, 2]\n' },
  run: async ({ yaml, indent, sortKeys }) => ({ yaml: await formatYaml('yaml', yaml, { indent, sortKeys }) }),
});
