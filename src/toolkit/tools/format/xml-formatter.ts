import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseXml } from '../../encodings/parse-any.ts';

export default tool({
  title: 'XML formatter',
  summary: 'Validate and format XML, or minify it',
  keywords: 'beautify validate minify xml-beautifier',
  isolated: true,
  input: { xml: input.text('XML', '<a><b c="1">text</b><d/></a>'), minify: input.flag('Make it small') },
  output: { xml: output.code('XML') },
  sample: { xml: '<a>\n  <b c="1">text</b>\n  <d/>\n</a>' },
  run: async ({ xml, minify }) => {
    const { default: XMLBuilder } = await import('fast-xml-builder');
    const options = {
      preserveOrder: true,
      ignoreAttributes: false,
      commentPropName: '#comment',
      cdataPropName: '#cdata',
    };
    const tree = await parseXml('xml', xml, options);
    const builder = new XMLBuilder({ ...options, format: !minify, indentBy: '  ', suppressEmptyNode: true });
    return { xml: builder.build(tree).trim() };
  },
});
