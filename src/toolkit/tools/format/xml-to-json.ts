import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { notesOn, parseXml } from '../../encodings/parse-any.ts';

export default tool({
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
});
