import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

export default tool({
  title: 'JSON to XML',
  summary: 'Convert JSON to XML',
  isolated: true,
  input: { json: input.text('JSON', '{"person":{"@_id":"1","name":"Ada"}}') },
  output: { xml: output.code('XML') },
  sample: { xml: '<person id="1">\n  <name>Ada</name>\n</person>\n' },
  run: async ({ json }) => {
    const { default: XMLBuilder } = await import('fast-xml-builder');
    const value = parseAny('json', json);
    const whole =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value
        : { root: { item: value } };
    const builder = new XMLBuilder({ format: true, ignoreAttributes: false, suppressEmptyNode: true });
    return { xml: builder.build(whole) };
  },
});
