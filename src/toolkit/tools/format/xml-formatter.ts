import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { checkXml } from '../../encodings/parse-any.ts';
import { formatXml } from '../../encodings/xml-text.ts';

export default tool({
  title: 'XML formatter',
  summary: 'Validate and format XML, or minify it',
  keywords: 'beautify validate minify xml-beautifier',
  isolated: true,
  input: { xml: input.text('XML', '<a><b c="1">text</b><d/></a>'), minify: input.flag('Make it small') },
  output: { xml: output.code('XML') },
  sample: { xml: '<a>\n  <b c="1">text</b>\n  <d/>\n</a>' },
  run: async ({ xml, minify }) => ({ xml: formatXml(await checkXml('xml', xml), minify) }),
});
