import { input, output, tool } from '../../tool.ts';
import { parseDistinct } from '../../encodings/json-text.ts';
import { writeXml, formatXml } from '../../encodings/xml-text.ts';
import { notesOn, parseXml, checkXml } from '../../encodings/parse-any.ts';

export default [
  tool({
    slug: 'json-to-xml',
    title: 'JSON to XML',
    summary: 'Convert JSON to XML',
    isolated: true,
    input: { json: input.text('JSON', '{"person":{"@_id":"1","name":"Ada"}}') },
    output: { xml: output.code('XML') },
    sample: { xml: '<person id="1">\n  <name>Ada</name>\n</person>\n' },
    run: ({ json }) => ({ xml: writeXml('json', parseDistinct('json', json)) }),
  }),
  tool({
    slug: 'xml-to-json',
    title: 'XML to JSON',
    summary: 'Convert XML to JSON',
    isolated: true,
    input: { xml: input.text('XML', '<person id="1"><name>Ada</name></person>') },
    output: { json: output.code('JSON'), notes: output.list('Notes') },
    sample: { json: '{\n  "person": {\n    "name": "Ada",\n    "@_id": "1"\n  }\n}', notes: [] },
    run: async ({ xml }) => ({
      json: JSON.stringify(await parseXml('xml', xml), null, 2),
      notes: notesOn(xml),
    }),
  }),
  tool({
    slug: 'xml-formatter',
    title: 'XML formatter',
    summary: 'Validate and format XML, or minify it',
    keywords: 'beautify validate minify xml-beautifier',
    isolated: true,
    input: { xml: input.text('XML', '<a><b c="1">text</b><d/></a>'), minify: input.flag('Make it small') },
    output: { xml: output.code('XML') },
    sample: { xml: '<a>\n  <b c="1">text</b>\n  <d/>\n</a>' },
    run: async ({ xml, minify }) => ({ xml: formatXml(await checkXml('xml', xml), minify) }),
  }),
];
