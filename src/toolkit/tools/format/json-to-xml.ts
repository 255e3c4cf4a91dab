import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDistinct } from '../../encodings/json-text.ts';
import { writeXml } from '../../encodings/xml-text.ts';

export default tool({
  title: 'JSON to XML',
  summary: 'Convert JSON to XML',
  isolated: true,
  input: { json: input.text('JSON', '{"person":{"@_id":"1","name":"Ada"}}') },
  output: { xml: output.code('XML') },
  sample: { xml: '<person id="1">\n  <name>Ada</name>\n</person>\n' },
  run: ({ json }) => ({ xml: writeXml('json', parseDistinct('json', json)) }),
});
